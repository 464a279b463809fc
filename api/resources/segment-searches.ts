import type { SegmentIds } from '../../common/changes/segment-recipients.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import {
  BY_HAND_INDEX,
  SegmentRecipient,
  type SegmentRecipientDocument,
} from '../../common/models/segment-recipients.ts';
import { contactMatches, prefixesOf } from '../../common/queries/contact-matches.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import type { Filter } from '../../common/store/collection.ts';
import { beginsWith } from '../../shared/fold-name.ts';
import type { NextIds } from '../http/found-listing.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import {
  type CreatedFilter,
  contactsWith,
  fewContacts,
  fewOf,
  findNext,
  type QuestionRunner,
  type SearchInput,
  type SearchQuery,
} from './searches.ts';

type SegmentMember = Pick<SegmentRecipientDocument, '_id' | 'contact_id' | 'by_hand'>;

/** Rows compared together. */
const GROUP = 1000;

/** Rows of a segment, of which a search wants some. */
type WantedRows = Partial<CreatedFilter> & { readonly segment_id: number; readonly removed: false };

const ofContacts = (rows: WantedRows, ids: number[]): SearchQuery<SegmentRecipientDocument> => ({
  filter: { ...rows, contact_id: { $gte: 0, $in: ids } },
  hint: { user_id: 1, contact_id: 1, segment_id: 1 },
});

/** Rows of contacts have no names or addresses, so contacts are found first, and then their rows. */
export function findRecipients(
  segment: SegmentIds,
  { email, search }: SearchInput,
  created: CreatedFilter | null,
  ask: QuestionRunner,
): NextIds {
  const rows = { segment_id: segment._id, removed: false, ...created } as const;
  return findNext(
    ask,
    (asking) =>
      email === undefined
        ? fewFound(asking, segment, rows, search!)
        : withAddress(asking, segment, rows, email, search),
    (asking, after, size) => walkRows(asking, segment, rows, search!, after, size),
  );
}

/** There are at most two. */
async function withAddress(
  asking: QuestionStore,
  segment: SegmentIds,
  rows: WantedRows,
  email: string,
  search: string | undefined,
): Promise<number[] | null> {
  const { filter, hint } = contactsWith(segment.user_id, [segment.contact_type_id], email);
  const searched =
    search === undefined
      ? filter
      : { $and: [filter, contactMatches(search, await searchedFieldsOf(segment.user_id))] };
  const contacts = await fewOf(asking, Contact.of(segment.user_id), [{ filter: searched, hint }]);
  return fewOf(asking, SegmentRecipient.of(segment.user_id), [
    ofContacts(rows, contacts!),
    {
      filter: {
        ...rows,
        'by_hand.email_norm': normalizeAddress(email),
        ...(search !== undefined && { $or: keyedBy(search) }),
      },
      hint: { user_id: 1, 'by_hand.email_norm': 1, segment_id: 1 },
    },
  ]);
}

const keyedBy = (search: string) => beginningsOf(search).map(keyed);

const keyed = (prefix: string) => ({ 'by_hand.search_keys': { $elemMatch: beginsWith(prefix) } });

function beginningsOf(search: string): string[] {
  const { address, name } = prefixesOf(search);
  return name === null || name === address ? [address] : [address, name];
}

async function fewFound(
  asking: QuestionStore,
  segment: SegmentIds,
  rows: WantedRows,
  search: string,
): Promise<number[] | null> {
  const { user_id, contact_type_id } = segment;
  const custom = await searchedFieldsOf(user_id);
  const contacts = await fewContacts(asking, user_id, [contact_type_id], search, custom);
  if (contacts === null) return null;
  return fewOf(asking, SegmentRecipient.of(segment.user_id), [
    ofContacts(rows, contacts),
    ...beginningsOf(search).map((prefix) => ({
      filter: { ...rows, 'by_hand.email_norm': { $gte: '' }, ...keyed(prefix) },
      hint: BY_HAND_INDEX,
    })),
  ]);
}

/** More than a few contacts match, in the segment or not, so its rows are compared with the search in groups. */
async function walkRows(
  asking: QuestionStore,
  segment: SegmentIds,
  rows: WantedRows,
  search: string,
  after: number,
  size: number,
): Promise<number[]> {
  const beginnings = beginningsOf(search);
  const matches = contactMatches(search, await searchedFieldsOf(segment.user_id));
  const found: number[] = [];
  for (let last = after; ; ) {
    const page = await asking
      .collection(SegmentRecipient.of(segment.user_id))
      .find({ ...rows, _id: { $gt: last } }, { ...asking.options(), batchSize: GROUP + 1 })
      .hint({ user_id: 1, segment_id: 1, removed: 1, _id: 1 })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<SegmentMember>({ contact_id: 1, 'by_hand.search_keys': 1 })
      .toArray();
    const contacts = await matching(asking, segment, matches, page);
    for (const { _id, contact_id, by_hand } of page) {
      const fits =
        contact_id === null
          ? by_hand?.search_keys?.some((key) => beginnings.some((beginning) => key.startsWith(beginning)))
          : contacts.has(contact_id);
      if (fits && found.push(_id) === size) return found;
    }
    if (page.length < GROUP) return found;
    last = page.at(-1)!._id;
  }
}

async function matching(
  { collection, options }: QuestionStore,
  { user_id, contact_type_id }: SegmentIds,
  matches: Filter<ContactDocument>,
  page: readonly SegmentMember[],
): Promise<Set<number>> {
  const ids = page.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]));
  const filter = { _id: { $in: ids }, user_id, contact_type_id, deleted_at: null, ...matches };
  const found = await collection(Contact.of(user_id))
    .find(filter, { ...options(), batchSize: GROUP + 1 })
    .hint({ _id: 1 })
    .project<{ _id: number }>({ _id: 1 })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}
