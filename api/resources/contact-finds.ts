import { countContacts } from '../../common/changes/contact-counts.ts';
import { askForEngagement } from '../../common/changes/engagement-dates.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import type { SegmentRule } from '../../common/domain/segment-rules.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument, TAGGED } from '../../common/models/contacts.ts';
import type { SegmentDocument } from '../../common/models/segments.ts';
import { Segment } from '../../common/models/segments.ts';
import { contactMatches } from '../../common/queries/contact-matches.ts';
import { statusesOf } from '../../common/queries/contact-statuses.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import { isEngagementKnown } from '../../common/queries/engagement-dates.ts';
import { BY_TYPE, filterOf } from '../../common/queries/rule-filters.ts';
import { asksForEngagement, type ContactFilter } from '../../common/queries/segment-filter.ts';
import { livingSegment } from '../../common/queries/segments.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { flag, integerFrom, oneOf, text } from '../http/inputs.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { inputs, optional, type ValuesOf } from '../http/typed-input.ts';
import { UNSHOWN } from '../present/contacts.ts';
import {
  pageByValue,
  VALUE_ORDERS,
  type ValueOrder,
  valuePlaceOf,
} from '../services/queries/contacts-by-value.ts';
import { contactsOfSegment } from '../services/queries/segment-contacts.ts';
import { contactsOfStatus } from '../services/queries/status-contacts.ts';
import { contactFilters, ruleGiven } from './contact-filters.ts';
import { typesFor } from './contact-list-types.ts';
import { presenterFor } from './contact-lists.ts';
import { isTypeThere } from './contact-references.ts';
import { fewContacts } from './searches.ts';

type PlainOrder = 'newest' | 'oldest' | 'email';
type ContactOrder = PlainOrder | ValueOrder;
const ORDERS = ['newest', 'oldest', 'email', 'first_name', 'last_name', 'city'] as const;

const isByValue = (order: ContactOrder | '' | undefined): order is ValueOrder =>
  order !== undefined && Object.hasOwn(VALUE_ORDERS, order);

/** Rows of a page. */
const [PAGE, MOST] = [50, 500];
/** Ids of an answer: as many as a bulk change takes. */
const MOST_IDS = 10_000;

const findInput = {
  ...contactFilters,
  order: optional(oneOf(ORDERS))
    .description(
      '`newest`, the default, and `oldest`: by the time of addition. `email`: by address. The others: by this value, contacts without one last, and a page may have fewer than `limit` although `next` is not null.',
    )
    .example('newest'),
  after: optional(text({ max: 320 }))
    .description('`next` of the previous page.')
    .example(''),
  limit: integerFrom(1, MOST).description('Contacts of a page; 50 by default.').example(50),
  only_ids: optional(flag())
    .description('1: the answer has the ids of the first 10,000 contacts in `ids`, and no contacts.')
    .example(0),
};

type FindInput = ValuesOf<typeof findInput>;

const OF_ACCOUNT = { user_id: 1, _id: 1 } as const;
const ADDRESS = { user_id: 1, contact_type_id: 1, email_norm: 1 } as const;

interface ChosenContacts {
  readonly typeIds: readonly number[];
  readonly segment: SegmentDocument | null;
  readonly rule: SegmentRule | null;
}

/** Throws a 422 for a reference to nothing, an invalid rule or an invalid position. */
async function chosenBy(input: FindInput, account: Account): Promise<ChosenContacts> {
  const { contact_type_id: typeId, segment_id: segmentId, order, after } = input;
  const wrong = (name: string) => invalidField(name, texts.selected(name));
  if (typeId != null && !(await isTypeThere(account.id, typeId))) throw wrong('contact_type_id');
  const segment =
    segmentId == null ? null : await Segment.of(account.id).findOne(livingSegment(account.id, segmentId));
  if (segmentId != null && !segment) throw wrong('segment_id');
  const isPlace = (place: string): boolean =>
    order === 'email' || (isByValue(order) ? valuePlaceOf(place) !== null : /^\d{1,15}$/.test(place));
  if (after !== undefined && !isPlace(after)) throw wrong('after');
  const rule = (await ruleGiven(input, account))?.rule ?? null;
  return { typeIds: typeId == null ? await typesFor(account).ids() : [typeId], segment, rule };
}

interface FoundFilter {
  readonly filter: ContactFilter;
  readonly hint: Readonly<Record<string, 1>> | null;
}

async function filterFor(
  input: FindInput,
  { typeIds, segment, rule }: ChosenContacts,
  account: Account,
  asking: QuestionStore,
): Promise<FoundFilter> {
  const { search, email, status, order, tag } = input;
  const living = { user_id: account.id, contact_type_id: { $in: [...typeIds] }, deleted_at: null };
  const parts: ContactFilter[] = [living];
  let hint: FoundFilter['hint'] =
    order === 'email' ? ADDRESS : input.contact_type_id == null ? OF_ACCOUNT : BY_TYPE;
  // The planner decides whether the audience is small enough to be sorted.
  if (isByValue(order || undefined) && hint === BY_TYPE) hint = null;
  if (input.contact_type_id != null) parts[0] = { ...living, contact_type_id: input.contact_type_id };
  if (tag !== undefined) {
    parts.push({ tags: tag });
    // The planner decides whether the tag or the audience is rarer.
    hint =
      (order && order !== 'newest' && order !== 'oldest') || input.contact_type_id != null ? null : TAGGED;
  }
  if (email != null) {
    parts.push({ email_norm: normalizeAddress(email) });
    hint = ADDRESS;
  }
  if (search !== undefined) {
    const custom = await searchedFieldsOf(account.id);
    const few = await fewContacts(asking, account.id, typeIds, search, custom);
    parts.push(few ? { _id: { $in: few } } : contactMatches(search, custom));
    if (few) hint = { _id: 1 };
  }
  if (segment) parts.push(await contactsOfSegment(segment, account, asking));
  if (status) parts.push(await contactsOfStatus(account.id, status, asking));
  if (rule) parts.push(filterOf(rule, { timezone: account.timezone }));
  // An address is rare. The planner decides which of the other conditions is the rarest.
  if (email == null && (rule || segment || (status && status !== 'mailable'))) hint = null;
  return { filter: { $and: parts }, hint };
}

const SORTS = { newest: { _id: -1 }, oldest: { _id: 1 }, email: { email_norm: 1 } } as const;

const positionOf = (order: PlainOrder, after: string): ContactFilter =>
  order === 'email'
    ? { email_norm: { $gt: after } }
    : { _id: order === 'newest' ? { $lt: Number(after) } : { $gt: Number(after) } };

/** The ids of a page. By address, a page ends between two addresses, so that `next` is one. */
async function pageOf(
  { filter, hint }: FoundFilter,
  {
    order: given,
    after,
    size,
    types,
  }: { order: ContactOrder | undefined; after: string | undefined; size: number; types: number },
  { collection, options }: QuestionStore,
  userId: number,
): Promise<{ ids: number[]; next: string | null }> {
  const order = given ?? 'newest';
  if (isByValue(order)) {
    const place = after === undefined ? null : valuePlaceOf(after);
    const isOpen = hint !== null && hint === OF_ACCOUNT;
    const found = { filter, ...(!isOpen && { hint }), order, after: place, size };
    return pageByValue(found, { collection, options }, userId);
  }
  const wanted = order === 'email' ? size + types : size;
  const rows = await collection(Contact.of(userId))
    .find(
      { $and: [filter, ...(after === undefined ? [] : [positionOf(order, after)])] },
      {
        ...options(),
        projection: { email_norm: 1 },
        ...(hint && { hint }),
        batchSize: wanted + 1,
      },
    )
    .sort(SORTS[order])
    .limit(wanted + 1)
    .toArray();
  let end = Math.min(size, rows.length);
  if (order === 'email')
    while (end > 0 && end < rows.length && rows[end]!.email_norm === rows[end - 1]!.email_norm) end += 1;
  const last = rows[end - 1];
  const next = end < rows.length && last ? (order === 'email' ? last.email_norm : String(last._id)) : null;
  return { ids: rows.slice(0, end).map(({ _id }) => _id), next };
}

/**
 * Milliseconds that a page waits for its count. Half a second, as in previews, would keep the page of a wide filter and, by the cool-down, the
 * next one, too.
 */
const COUNT_MS = 200;

/** Counts within the time for counting. */
async function countOf(
  filter: ContactFilter,
  userId: number,
  { ids, countingMs }: QuestionStore,
): Promise<{ count: number; at_least: boolean }> {
  const until = performance.now() + Math.min(COUNT_MS, countingMs);
  let [count, more] = [0, true];
  for await (const batch of ids(Contact.of(userId), filter)) {
    count += batch.ids.length;
    more = batch.more;
    if (performance.now() >= until) break;
  }
  return { count, at_least: more };
}

const isFiltered = ({ email, search, status, tag, segment_id, select_field }: FindInput): boolean =>
  [email, search, status, tag, segment_id, select_field?.[0]].some((one) => one != null && one !== '');

async function storedCount(userId: number, { typeIds }: ChosenContacts): Promise<number> {
  const types = await ContactType.of(userId)
    .find({ _id: { $in: [...typeIds] } })
    .toArray();
  const counts = await countContacts(types);
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

async function shownBy(ids: readonly number[], account: Account) {
  const found = await Contact.of(account.id)
    .find({ _id: { $in: [...ids] }, deleted_at: null })
    .project<ContactDocument>(UNSHOWN)
    .toArray();
  const [items, statusOf] = await Promise.all([
    presenterFor(account)(found),
    statusesOf(
      account.id,
      found.map(({ _id, email }) => ({ id: _id, email })),
    ),
  ]);
  const places = new Map(ids.map((id, place) => [id, place]));
  return items
    .map((contact) => ({ ...contact, ...statusOf(contact) }))
    .toSorted((one, other) => places.get(one.id)! - places.get(other.id)!);
}

export type FoundContacts = Awaited<ReturnType<typeof shownBy>>;

/** See docs/rules.md 6.35. */
export const contactFinds = endpoints({
  contactFind: {
    input: inputs(findInput),
    async run(input, account, { ring, questions, signal }) {
      questions.checkPlace(account);
      const chosen = await chosenBy(input, account);
      const { rule, segment } = chosen;
      const asks = asksForEngagement([...(input.select_field ?? []), ...(segment?.select_field ?? [])]);
      if (asks && (await askForEngagement(account.id)))
        await ring('record-engagement', { userId: account.id });
      const { after, only_ids } = input;
      const size = only_ids ? MOST_IDS : (input.limit ?? PAGE);
      const order = input.order || undefined;
      const key = rule || segment ? 'select_field' : 'search';
      const [page, known] = await Promise.all([
        questions.ask(account, key, signal, async (asking) => {
          const found = await filterFor(input, chosen, account, asking);
          const place = { order, after, size, types: chosen.typeIds.length };
          const { ids, next } = await pageOf(found, place, asking, account.id);
          const isWhole = after === undefined && next === null;
          if (after !== undefined) return { ids, next, count: null, at_least: false };
          if (isWhole) return { ids, next, count: ids.length, at_least: false };
          if (!isFiltered(input))
            return { ids, next, count: await storedCount(account.id, chosen), at_least: false };
          return { ids, next, ...(await countOf(found.filter, account.id, asking)) };
        }),
        asks ? isEngagementKnown(account.id) : true,
      ]);
      const { ids, ...rest } = page;
      return {
        contacts: only_ids ? [] : await shownBy(ids, account),
        ids: only_ids ? ids : [],
        ...rest,
        refreshing: !known,
      };
    },
  },
});
