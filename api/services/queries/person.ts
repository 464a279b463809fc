import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { chunksOf } from '../../../common/domain/chunks.ts';
import { createAddressFinder, erasedAddress, isErased } from '../../../common/domain/erased-addresses.ts';
import { escapePattern } from '../../../common/domain/escape-pattern.ts';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { findErasure } from '../../../common/erasures/find.ts';
import { Automation, type AutomationDocument } from '../../../common/models/automations.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact, type ContactDocument, DELETED_BY_ADDRESS } from '../../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../../common/models/custom-fields.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { Enrollment, type EnrollmentDocument } from '../../../common/models/enrollments.ts';
import type { ErasureDocument } from '../../../common/models/erasures.ts';
import { ImportRefusal, type ImportRefusalDocument } from '../../../common/models/import-refusals.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { Message } from '../../../common/models/messages.ts';
import { type MoveRow, MoveRows, type MoveRowsDocument } from '../../../common/models/move-rows.ts';
import {
  SegmentRecipient,
  type SegmentRecipientDocument,
} from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { Suppression, type SuppressionDocument } from '../../../common/models/suppressions.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { customFieldsOf } from '../../../common/queries/custom-fields.ts';
import { refusalsOf } from '../../../common/queries/imports.ts';
import { livingContacts } from '../../../common/queries/living-contacts.ts';
import { mailingsOfAccount } from '../../../common/queries/mailings-of-account.ts';
import { erasureKey } from '../../../common/secrets/erasure-key.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';
import { mailsOf, type SentMail } from './contact-activity.ts';
import { type ImportedChange, importedChanges } from './imported-changes.ts';

/** Maximum mails, the newest first: one a day for 27 years. */
const MOST_MAILS = 10_000;
const MOST_ROWS = 1000;
const AT_ONCE = 500;

type PersonsAutomation = Pick<
  AutomationDocument,
  '_id' | 'utr' | 'automation_name' | 'forgets' | 'deleted_at'
>;

/** A row of a moved file that names the person. */
interface PersonsMoveRow extends Pick<MoveRowsDocument['_id'], 'import_id' | 'status'> {
  readonly line: number;
}

export interface Person {
  readonly email: string;
  readonly contacts: readonly ContactDocument[];
  readonly fields: readonly CustomFieldDocument[];
  /** The names of contact types, segments, unsubscribe groups and files, by id. */
  readonly names: Record<'types' | 'segments' | 'groups' | 'files', ReadonlyMap<number, string>>;
  /** Other addresses of these contacts while they were in an automation. */
  readonly otherAddresses: readonly string[];
  readonly members: readonly SegmentRecipientDocument[];
  readonly lists: readonly SuppressionDocument[];
  readonly mails: readonly (DeliveryDocument & { readonly mail: SentMail | undefined })[];
  readonly moreMails: boolean;
  readonly enrollments: readonly EnrollmentDocument[];
  readonly automations: ReadonlyMap<number, PersonsAutomation>;
  readonly refused: readonly ImportRefusalDocument[];
  readonly moved: readonly PersonsMoveRow[];
  readonly changes: readonly ImportedChange[];
  readonly erasure: ErasureDocument | null;
}

export async function personOf(userId: number, email: string, asking: QuestionStore): Promise<Person | null> {
  const norm = normalizeAddress(email);
  const [contacts, fields, lists, erasure, automations] = await Promise.all([
    contactsWith(userId, norm),
    customFieldsOf(userId),
    Suppression.of(userId).find({ email_norm: norm }).sort({ _id: 1 }).toArray(),
    findErasure(userId, norm),
    automationsOf(userId),
  ]);
  const ids = contacts.map(({ _id }) => _id);
  const [members, enrollments, imports] = await Promise.all([
    membersWith(userId, norm, ids),
    enrollmentsOf(userId, automations, ids, { norm, isErased: erasure !== null }),
    importsOf(userId),
  ]);
  const others = new Map(
    enrollments
      .filter(({ email_norm }) => email_norm !== norm && !isErased(email_norm))
      .map((one) => [one.email_norm, one.email]),
  );
  const [mails, refused, moved, changes, names] = await Promise.all([
    mailsTo(userId, norm, [...others.keys()], ids),
    refusedWith(userId, imports, norm, asking),
    movedWith(userId, norm, asking),
    importedChanges(userId, norm, ids, asking),
    namesOf(userId, contacts, members, lists),
  ]);
  const isUnknown = [contacts, lists, members, enrollments, mails.found, refused, moved, changes].every(
    ({ length }) => length === 0,
  );
  if (isUnknown && !erasure) return null;
  return {
    email,
    contacts,
    fields,
    names: { ...names, files: new Map(imports.map(({ _id, file_name }) => [_id, file_name])) },
    otherAddresses: [...others.values()],
    members,
    lists,
    mails: mails.found,
    moreMails: mails.more,
    enrollments,
    automations,
    refused,
    moved,
    changes,
    erasure,
  };
}

/** Contacts with an address that are not deleted. */
export async function livingWith(userId: number, email_norm: string): Promise<ContactDocument[]> {
  const types = await ContactType.of(userId).distinct('_id', {});
  return Contact.of(userId)
    .find({
      ...(await livingContacts(userId)),
      $and: [{ contact_type_id: { $in: types } }],
      email_norm,
    })
    .toArray();
}

/** Includes deleted contacts that retention has not removed yet. */
async function contactsWith(userId: number, email_norm: string): Promise<ContactDocument[]> {
  const [living, deleted] = await Promise.all([
    livingWith(userId, email_norm),
    Contact.of(userId)
      .find({ email_norm, deleted_at: { $gt: new Date(0) } })
      .hint(DELETED_BY_ADDRESS)
      .toArray(),
  ]);
  return [...living, ...deleted].sort((one, other) => one._id - other._id);
}

export async function membersWith(
  userId: number,
  email_norm: string,
  contactIds: readonly number[],
): Promise<SegmentRecipientDocument[]> {
  const [byHand, matched] = await Promise.all([
    SegmentRecipient.of(userId).find({ 'by_hand.email_norm': email_norm }).toArray(),
    SegmentRecipient.of(userId)
      .find({
        contact_id: { $gte: 0, $in: [...contactIds] },
        removed: false,
      })
      .toArray(),
  ]);
  return [...byHand, ...matched].sort((one, other) => one._id - other._id);
}

export async function automationsOf(userId: number): Promise<Person['automations']> {
  const found = await Automation.of(userId)
    .find()
    .project<PersonsAutomation>({ utr: 1, automation_name: 1, forgets: 1, deleted_at: 1 })
    .toArray();
  return new Map(found.map((one) => [one._id, one]));
}

/** Includes old enrollments in which a hash replaces the address. If the address was not erased, the account still has it. */
export async function enrollmentsOf(
  userId: number,
  automations: Person['automations'],
  contactIds: readonly number[],
  address: { readonly norm: string; readonly isErased: boolean },
): Promise<EnrollmentDocument[]> {
  const automation_id = { $in: [...automations.keys()] };
  const names = [address.norm];
  if (!address.isErased && [...automations.values()].some(({ forgets }) => forgets)) {
    const { hashOf } = await erasureKey();
    names.push(erasedAddress(hashOf(userId, address.norm)));
  }
  const [ofAddress, ofContacts] = await Promise.all([
    Enrollment.of(userId)
      .find({ automation_id, email_norm: { $in: names } })
      .toArray(),
    Enrollment.of(userId)
      // The partial index of contacts has numbers only, and is used only with this condition.
      .find({ automation_id, contact_id: { $type: 'number', $in: [...contactIds] } as never })
      .toArray(),
  ]);
  const all = new Map([...ofAddress, ...ofContacts].map((one) => [one._id, one]));
  return [...all.values()].sort((one, other) => one._id - other._id);
}

/** Mails to the address, and to these contacts under other addresses. */
async function mailsTo(
  userId: number,
  norm: string,
  others: readonly string[],
  contactIds: readonly number[],
): Promise<{ found: Person['mails']; more: boolean }> {
  const [ofSends, ofSendsTold, messages] = await Promise.all([
    mailingsOfAccount(userId),
    mailsOf(userId),
    messagesTo(userId, [norm, ...others]),
  ]);
  const mailings = [...ofSends, ...messages.keys()];
  const mails = new Map<string, SentMail>([...ofSendsTold, ...messages]);
  const theirs = new Set<number | null>(contactIds);
  let found: DeliveryDocument[] = [];
  for (const some of chunksOf(mailings, AT_ONCE)) {
    const page = await Delivery.of(userId)
      .find({ mailing: { $in: [...some] }, email_norm: { $in: [norm, ...others] } })
      .hint({ user_id: 1, mailing: 1, email_norm: 1 })
      .toArray();
    found.push(...page.filter(({ email_norm, contact_id }) => email_norm === norm || theirs.has(contact_id)));
    if (found.length > 2 * MOST_MAILS) found = newest(found, MOST_MAILS + 1);
  }
  return {
    found: newest(found, MOST_MAILS).map((row) => ({ ...row, mail: mails.get(row.mailing) })),
    more: found.length > MOST_MAILS,
  };
}

async function messagesTo(userId: number, norms: readonly string[]): Promise<Map<string, SentMail>> {
  const found = await Message.of(userId)
    .find({ email_norm: { $in: [...norms] } })
    .project<SentMail & { readonly _id: number }>({ utr: 1, subject: 1 })
    .sort({ _id: -1 })
    .limit(MOST_MAILS + 1)
    .toArray();
  return new Map(found.map(({ _id, ...mail }) => [mailingOfMessage(_id), mail]));
}

const newest = (found: readonly DeliveryDocument[], most: number): DeliveryDocument[] =>
  [...found].sort((one, other) => other._id - one._id).slice(0, most);

type ImportFile = Pick<ImportDocument, '_id' | 'file_name' | 'rows_refused' | 'rows_partial'>;

const importsOf = (userId: number): Promise<ImportFile[]> =>
  Import.of(userId).find().project<ImportFile>({ file_name: 1, rows_refused: 1, rows_partial: 1 }).toArray();

async function refusedWith(
  user_id: number,
  imports: readonly ImportFile[],
  norm: string,
  asking: QuestionStore,
): Promise<ImportRefusalDocument[]> {
  const { find } = createAddressFinder((address) => (address === norm ? address : undefined));
  const local = norm.slice(0, norm.lastIndexOf('@'));
  const refused: ImportRefusalDocument[] = [];
  for (const { _id, rows_refused, rows_partial = 0 } of imports) {
    if (rows_refused + rows_partial === 0) continue;
    const page = await asking
      .collection(ImportRefusal)
      .find(
        {
          ...refusalsOf({ _id, user_id }),
          cells: new RegExp(`${escapePattern(local)}@`, 'i'),
        },
        asking.options(),
      )
      .limit(MOST_ROWS)
      .toArray();
    refused.push(...page.filter(({ cells }) => cells.some((cell) => find(cell).length > 0)));
    if (refused.length >= MOST_ROWS) break;
  }
  return refused.slice(0, MOST_ROWS);
}

async function movedWith(userId: number, norm: string, asking: QuestionStore): Promise<PersonsMoveRow[]> {
  const email = new RegExp(`^${escapePattern(norm.slice(0, norm.lastIndexOf('@')))}@`, 'i');
  const found = await asking
    .collection(MoveRows.of(userId))
    .aggregate<{ _id: MoveRowsDocument['_id']; row: MoveRow }>(
      [
        { $match: { 'rows.email': email } },
        { $unwind: '$rows' },
        { $match: { 'rows.email': email } },
        { $limit: MOST_ROWS },
        { $project: { row: '$rows' } },
      ],
      asking.options(),
    )
    .toArray();
  return found.flatMap(({ _id: { import_id, status }, row: { line, email: address } }) =>
    address !== null && normalizeAddress(address) === norm ? [{ import_id, status, line }] : [],
  );
}

async function namesOf(
  userId: number,
  contacts: readonly ContactDocument[],
  members: readonly SegmentRecipientDocument[],
  lists: readonly SuppressionDocument[],
): Promise<Pick<Person['names'], 'types' | 'segments' | 'groups'>> {
  const [types, segments, groups] = await Promise.all([
    ContactType.of(userId)
      .find({ _id: { $in: contacts.map((one) => one.contact_type_id) } })
      .toArray(),
    Segment.of(userId)
      .find({ _id: { $in: members.map((one) => one.segment_id) } })
      .project<{ _id: number; segment_name: string }>({ segment_name: 1 })
      .toArray(),
    UnsubscribeGroup.of(userId)
      .find({
        _id: { $in: lists.flatMap((one) => one.unsubscribe_groups_id ?? []) },
      })
      .toArray(),
  ]);
  return {
    types: new Map(types.map(({ _id, name }) => [_id, name])),
    segments: new Map(segments.map(({ _id, segment_name }) => [_id, segment_name])),
    groups: new Map(groups.map(({ _id, group_name }) => [_id, group_name])),
  };
}
