import { announceContactChanges, noteContactChanges } from '../../../common/changes/contact-changes.ts';
import { markCounts } from '../../../common/changes/contact-counts.ts';
import { now } from '../../../common/clock.ts';
import { customPath } from '../../../common/domain/custom-path.ts';
import { foldedCustomKey } from '../../../common/domain/folded-custom.ts';
import { idsBy } from '../../../common/domain/ids-by.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import {
  Contact,
  type ContactDocument,
  DELETED_BY_ADDRESS,
  newContact,
} from '../../../common/models/contacts.ts';
import type { ErasurePass } from '../../../common/models/erasures.ts';
import { customFieldsOf } from '../../../common/queries/custom-fields.ts';
import { at, type Filter, type Update } from '../../../common/store/collection.ts';
import {
  CONTACT_FIELD_NAMES,
  fieldOf,
  foldedKey,
  isFoldedName,
} from '../../../shared/contact-field-names.ts';
import { foldName } from '../../../shared/fold-name.ts';
import { TAGS } from '../../../shared/tags.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import type { ErasureWork } from './erasing.ts';
import type { ErasingWorker } from './pass.ts';

type ErasedContact = Pick<
  ContactDocument,
  '_id' | 'contact_type_id' | 'email_norm' | 'written_by' | 'deleted_at' | 'created_at'
>;

const FOUND = { contact_type_id: 1, email_norm: 1, written_by: 1, deleted_at: 1, created_at: 1 } as const;

/** The id remains until segments and automations have followed, as for any deleted contact. */
export async function eraseContacts(
  erasing: ErasureWork,
  { ring }: Pick<WorkerContext, 'ring'>,
): Promise<void> {
  const { userId, people } = erasing;
  const email_norm = { $in: [...people.keys()] };
  const types = await ContactType.of(userId).distinct('_id');
  const living = await Contact.of(userId)
    .find({
      contact_type_id: { $in: types },
      email_norm,
      deleted_at: null,
    })
    .project<ErasedContact>(FOUND)
    .toArray();
  const going = living.filter((contact) => isEarlier(erasing, contact));
  for (const [type, ids] of idsBy(going, ({ contact_type_id }) => contact_type_id)) {
    const theirs = going.filter(({ contact_type_id }) => contact_type_id === type);
    await markCounts(userId, type, ids);
    // After a crash, a contact without its address could not be found again.
    const announced = await announceContactChanges(userId, type, ids);
    await clear(erasing, theirs);
    if (await noteContactChanges(userId, type, ids, announced))
      await ring('refresh-segments', { contactTypeId: type, userId });
  }
  const deleted = await Contact.of(userId)
    .find({ email_norm, deleted_at: { $gt: new Date(0) } })
    .project<ErasedContact>(FOUND)
    .hint(DELETED_BY_ADDRESS)
    .toArray();
  await clear(erasing, deleted);
}

/** Whether a contact existed before the erasure of its address was requested, or comes from a file uploaded before. */
function isEarlier(
  { people, imports }: ErasureWork,
  { email_norm, written_by, created_at }: ErasedContact,
): boolean {
  const { before } = people.get(email_norm)!;
  return (
    created_at <= before ||
    imports.some((one) => one._id === written_by?.import_id && one.created_at <= before)
  );
}

async function clear({ userId, people }: ErasureWork, contacts: readonly ErasedContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const at = now();
  await Contact.of(userId).bulkWrite(
    contacts.map(({ _id, contact_type_id: contactTypeId, email_norm, deleted_at, created_at }) => {
      const { erased } = people.get(email_norm)!;
      return {
        replaceOne: {
          filter: { _id, email_norm, deleted_at },
          replacement: {
            ...newContact(_id, { userId, contactTypeId }, erased, erased, created_at),
            deleted_at: deleted_at ?? at,
            updated_at: at,
          },
        },
      };
    }),
    { ordered: false },
  );
}

const STRIDE = 10_000;

const TEXTS = CONTACT_FIELD_NAMES.filter((name) => name !== 'email' && fieldOf(name).type !== 'country');

/** A second address, a tag or a custom field: no index has these values, so all contacts are walked. */
export async function eraseMentions(
  { userId, finder, pattern }: ErasureWork,
  { isOver }: Pick<ErasingWorker, 'isOver'>,
  continued: ErasurePass['after'],
): Promise<number | void> {
  const custom = await customFieldsOf(userId);
  const paths = [...TEXTS, TAGS, ...custom.map(({ field_name }) => customPath(field_name))];
  const mentioned = { $or: paths.map((path) => at(path, pattern) as Filter<ContactDocument>) };
  const textFields = new Map(
    custom.flatMap(({ _id, field_name, field_type }) => (field_type === 'text' ? [[field_name, _id]] : [])),
  );
  const contacts = Contact.of(userId);
  for (let after = Number(continued); ; ) {
    const [end] = await contacts
      .find({ _id: { $gt: after } })
      .project<{ _id: number }>({ _id: 1 })
      .sort({ _id: 1 })
      .skip(STRIDE - 1)
      .limit(1)
      .hint({ user_id: 1, _id: 1 })
      .toArray();
    const found = await contacts
      .find({
        _id: { $gt: after, ...(end && { $lte: end._id }) },
        ...mentioned,
      })
      .hint({ user_id: 1, _id: 1 })
      .toArray();
    for (const contact of found) {
      const set = withoutMentions(contact, textFields, finder.replace);
      if (Object.keys(set).length > 0) await contacts.updateOne({ _id: contact._id }, { $set: set });
    }
    if (!end) return;
    after = end._id;
    if (isOver()) return after;
  }
}

/** The changes that remove the addresses from a contact's values. A second address becomes null, and a tag with one goes. */
function withoutMentions(
  contact: ContactDocument,
  textFields: ReadonlyMap<string, number>,
  replace: (text: string) => string,
): NonNullable<Update<ContactDocument>['$set']> {
  const set: Record<string, unknown> = {};
  const look = (value: unknown, put: (text: string) => void): void => {
    if (typeof value !== 'string') return;
    const text = replace(value);
    if (text !== value) put(text);
  };
  for (const name of TEXTS) {
    look(contact[name], (text) => {
      const { type } = fieldOf(name);
      set[name] = type === 'email' ? null : text;
      if (isFoldedName(name)) set[foldedKey(name)] = foldName(text);
    });
  }
  const { tags = [] } = contact;
  const others = tags.filter((tag) => replace(tag) === tag);
  if (others.length < tags.length) set[TAGS] = others;
  for (const [name, value] of Object.entries(contact.custom_field)) {
    look(value, (text) => {
      set[customPath(name)] = text;
      const id = textFields.get(name);
      if (id !== undefined) set[foldedCustomKey(id)] = foldName(text);
    });
  }
  return set as NonNullable<Update<ContactDocument>['$set']>;
}
