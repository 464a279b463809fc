import { segmentAddressesIn } from '../../common/audience/segment-members.ts';
import { readRule } from '../../common/domain/segment-rules.ts';
import { type BulkChangeDocument } from '../../common/models/bulk-changes.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { contactMatches } from '../../common/queries/contact-matches.ts';
import { statusesOf } from '../../common/queries/contact-statuses.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import { ruleReader } from '../../common/queries/rule-filters.ts';
import { ruleFieldsOf } from '../../common/queries/segments.ts';
import type { Filter } from '../../common/store/collection.ts';
import { TAGS_MAX } from '../../shared/tags.ts';
import { segmentOf, TargetGone } from './apply.ts';

/** Contacts of the account that one look reads, matching or not: some 30 ms. */
const LOOKED_AT = 5000;
/** Contacts of a look whose segment and status are looked up, by their addresses. */
const LOOKED_UP = 1000;
let [lookedAt, lookedUp] = [LOOKED_AT, LOOKED_UP];
/** For tests. */
export const useLookedAt = (contacts = LOOKED_AT): void =>
  void ([lookedAt, lookedUp] = [contacts, (contacts * LOOKED_UP) / LOOKED_AT]);

type FoundContact = Pick<ContactDocument, '_id' | 'contact_type_id' | 'email' | 'email_norm'>;

interface ContactRange {
  readonly filter: Filter<ContactDocument>;
  readonly hint: Readonly<Record<string, 1>>;
  /** The last id that it covers. */
  readonly end: number;
}

/** The next contacts of a change, at most `most`, from one look. A look may find none. */
export async function nextMatches(change: BulkChangeDocument, most: number) {
  const { user_id, where } = change;
  const { filter, hint, end } = await nextRange(change);
  const isLookedUp = where?.segment_id !== undefined || where?.status !== undefined;
  const limit = isLookedUp ? lookedUp : most;
  const found = await Contact.of(user_id)
    .find({ $and: [await livingContacts(user_id), filter, ...(await filtersOf(change))] })
    .project<FoundContact>({ contact_type_id: 1, email: 1, email_norm: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .hint(hint)
    .toArray();
  const matching = await ofStatus(change, await ofSegment(change, found));
  const ids = matching.map(({ _id }) => _id).slice(0, most);
  if (ids.length === most) return { ids, after: ids.at(-1)! };
  return { ids, after: found.length === limit ? found.at(-1)!._id : end };
}

/** All given ids are read at once: they are few, and far apart. */
async function nextRange({ user_id, contact_ids, after, last }: BulkChangeDocument): Promise<ContactRange> {
  if (contact_ids) {
    const left = contact_ids.filter((id) => id > after && id <= last);
    return { filter: { _id: { $in: left } }, hint: { _id: 1 }, end: last };
  }
  const hint = { user_id: 1, _id: 1 } as const;
  const looked = await Contact.of(user_id)
    .find({ _id: { $gt: after, $lte: last } })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: 1 })
    .limit(lookedAt)
    .hint(hint)
    .toArray();
  const end = looked.length < lookedAt ? last : looked.at(-1)!._id;
  return { filter: { _id: { $gt: after, $lte: end } }, hint, end };
}

/** The filters that MongoDB applies. */
async function filtersOf(change: BulkChangeDocument): Promise<Filter<ContactDocument>[]> {
  const { user_id, search, contact_type_id, where } = change;
  return [
    contact_type_id === null ? {} : { contact_type_id },
    search === null ? {} : contactMatches(search, await searchedFieldsOf(user_id)),
    where?.email_norm === undefined ? {} : { email_norm: where.email_norm },
    where?.tag === undefined ? {} : { tags: where.tag },
    await ofRule(change),
    ofTag(change),
  ];
}

/** Dates are compared with the creation of the change, so that counting and changing agree. */
async function ofRule({ user_id, where, created_at }: BulkChangeDocument): Promise<Filter<ContactDocument>> {
  const rule = where?.rule;
  if (!rule) return {};
  if (!('conditions' in readRule(rule, await ruleFieldsOf(user_id))))
    throw new TargetGone('A custom field of the conditions was deleted.');
  return (await ruleReader(user_id, created_at)).filter(rule);
}

/** Those that a change of tags changes: a contact with all the tags that it can have gets no more. */
function ofTag({ action, tag }: BulkChangeDocument): Filter<ContactDocument> {
  if (action === 'tag_add')
    return { $nor: [{ tags: tag! }, { [`tags.${TAGS_MAX - 1}`]: { $exists: true } }] };
  return action === 'tag_remove' ? { tags: tag! } : {};
}

/** By its rule at the creation of the change, and by hand. */
async function ofSegment(
  { user_id, where, created_at }: BulkChangeDocument,
  found: readonly FoundContact[],
): Promise<readonly FoundContact[]> {
  if (where?.segment_id === undefined) return found;
  const { _id, contact_type_id, version } = await segmentOf({ user_id, segment_id: where.segment_id });
  if (version !== where.segment_version) throw new TargetGone('The segment was changed.');
  const ofType = found.filter((contact) => contact.contact_type_id === contact_type_id);
  const addresses = ofType.map(({ email_norm }) => email_norm);
  const inside = new Set(await segmentAddressesIn(user_id, _id, addresses, created_at));
  return ofType.filter(({ email_norm }) => inside.has(email_norm));
}

async function ofStatus(
  { user_id, where }: BulkChangeDocument,
  found: readonly FoundContact[],
): Promise<readonly FoundContact[]> {
  if (where?.status === undefined) return found;
  const people = found.map(({ _id, email }) => ({ id: _id, email }));
  const statusOf = await statusesOf(user_id, people);
  return found.filter(({ _id, email }) => statusOf({ id: _id, email }).contact_status === where.status);
}

export const ALL = LOOKED_AT + 1;
