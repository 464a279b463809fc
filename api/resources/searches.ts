import { normalizeAddress } from '../../common/domain/addresses.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Contact, type ContactDocument, valueIndex } from '../../common/models/contacts.ts';
import { customBeginsWith, fullNames, prefixesOf } from '../../common/queries/contact-matches.ts';
import { type Filter, ofIds, type Rows } from '../../common/store/collection.ts';
import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith } from '../../shared/fold-name.ts';
import { LISTED_STATUSES } from '../../shared/statuses/statuses.ts';
import type { Account } from '../http/account.ts';
import type { Call } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import type { NextIds } from '../http/found-listing.ts';
import { email, oneOf, text } from '../http/inputs.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { optional, type ValuesOf } from '../http/typed-input.ts';
import { day, spanOfDays } from '../services/domain/day-input.ts';

export const searchInput = {
  email: optional(email()).description('Only people with this address; case is ignored.'),
  search: optional(text()),
};

export type SearchInput = ValuesOf<typeof searchInput>;

/** For lists, searches and files of contacts. */
export const statusInput = {
  status: optional(oneOf(LISTED_STATUSES))
    .description('Only contacts with this status, as `contacts/download` gives it in `contact_status`.')
    .example('opted_out'),
};

/** Opt-outs have no names. */
export const addressSearchInput = {
  ...searchInput,
  search: optional(text()).description('Only addresses that begin with this text; case is ignored.'),
};

/** For lists of people by the time of their entry. */
export const createdInput = {
  from: optional(day())
    .description(
      'Only entries whose `created_at` is on this day or later, `YYYY-MM-DD` in the account’s time zone.',
    )
    .example('2030-05-01'),
  to: optional(day())
    .description('Only entries whose `created_at` is on this day or earlier.')
    .example('2030-05-31'),
};

export type CreatedInput = ValuesOf<typeof createdInput>;

export interface CreatedFilter {
  readonly created_at: { readonly $gte?: Date; readonly $lt?: Date };
}

/** Null without days. Throws a 422 if they are not in order. */
export function createdWithin(
  { from, to }: CreatedInput,
  { timezone }: Pick<Account, 'timezone'>,
): CreatedFilter | null {
  if (!from && !to) return null;
  if (from && to && to < from) throw invalidField('to', texts.notBefore('to', 'from'));
  const after = from ? { $gte: spanOfDays(from, from, timezone).from } : {};
  const before = to ? { $lt: spanOfDays(to, to, timezone).to } : {};
  return { created_at: { ...after, ...before } };
}

/** The part of a list's source that leaves out entries of other days. No index has days, so the whole list is read, page by page. */
export const onDays = <Stored extends { created_at: Date }, Item>(
  { created_at: { $gte = new Date(0), $lt } }: CreatedFilter,
  present: (page: Stored[]) => Promise<Item[]> | Item[],
) => ({
  sparse: true,
  present(page: Stored[]) {
    const within = page.filter(({ created_at: at }) => at >= $gte && (!$lt || at < $lt));
    return within.length === 0 ? [] : present(within);
  },
});

/** Ids that are sorted in memory. With more matches, the list is walked by id, where the next match is near. */
const FEW = 5000;
let few = FEW;
/** For tests. */
export const useFewIds = (ids = FEW): void => void (few = ids);
export const mostIds = (): number => few;

/** Runs as a slow query: an account has few of them at the same time, and each ends with its client or its time limit. */
export type QuestionRunner = <Answer>(
  question: (asking: QuestionStore) => Promise<Answer>,
) => Promise<Answer>;

/** `key`: the input to blame for a slow answer; null for a call without inputs. */
export const askFor =
  (
    account: Account,
    { questions, signal }: Pick<Call, 'questions' | 'signal'>,
    key: string | null = 'search',
  ): QuestionRunner =>
  (question) =>
    questions.ask(account, key, signal, question);

export interface SearchQuery<Stored> {
  readonly filter: Filter<Stored>;
  readonly hint: Readonly<Record<string, 1>>;
}

/** Ascending; null if one of the queries finds more than a few. */
export async function fewOf<Stored extends { _id: number }>(
  { collection, options }: QuestionStore,
  rows: Rows<Stored>,
  questions: readonly SearchQuery<Stored>[],
): Promise<number[] | null> {
  const ids = new Set<number>();
  for (const { filter, hint } of questions) {
    const found = await collection(ofIds(rows))
      .find(filter, {
        ...options(),
        projection: { _id: 1 },
        hint,
        batchSize: few + 2,
      })
      .limit(few + 1)
      .toArray();
    for (const { _id } of found) ids.add(_id);
    if (ids.size > few) return null;
  }
  return [...ids].sort((one, other) => one - other);
}

/** The ids ascend. */
export function idsAfter(ids: readonly number[], after: number, size: number): number[] {
  const from = ids.findIndex((id) => id > after);
  return from === -1 ? [] : ids.slice(from, from + size);
}

/** From a few known ids, or from a walk. The choice is made once for a list. */
export function findNext(
  ask: QuestionRunner,
  few: (asking: QuestionStore) => Promise<number[] | null>,
  walk: (asking: QuestionStore, after: number, size: number) => Promise<number[]>,
): NextIds {
  let known: number[] | null | undefined;
  return async (after, size) => {
    if (known === undefined) known = await ask(few);
    if (known === null) return ask((asking) => walk(asking, after, size));
    return idsAfter(known, after, size);
  };
}

export const walkBy =
  <Stored extends { _id: number }>(rows: Rows<Stored>, { filter, hint }: SearchQuery<Stored>) =>
  async ({ collection, options }: QuestionStore, after: number, size: number): Promise<number[]> => {
    const found = await collection(ofIds(rows))
      .find(
        { $and: [filter as Filter<{ _id: number }>, { _id: { $gt: after } }] },
        {
          ...options(),
          projection: { _id: 1 },
          hint,
          batchSize: size + 1,
        },
      )
      .sort({ _id: 1 })
      .limit(size)
      .toArray();
    return found.map(({ _id }) => _id);
  };

const ADDRESS = { user_id: 1, contact_type_id: 1, email_norm: 1 } as const;

export const contactsWith = (userId: number, types: readonly number[], email: string) =>
  ({
    filter: {
      user_id: userId,
      contact_type_id: { $in: [...types] },
      email_norm: normalizeAddress(email),
      deleted_at: null,
    },
    hint: ADDRESS,
  }) satisfies SearchQuery<ContactDocument>;

/** One query for each text field, by its index, and for each way to read the name as a first and a last one. */
export const namedBy = (
  filter: Filter<ContactDocument>,
  name: string,
  custom: readonly number[],
): SearchQuery<ContactDocument>[] => [
  ...SEARCHED_NAMES.map(foldedKey).map((field) => ({
    filter: { ...filter, [field]: beginsWith(name) },
    hint: valueIndex(field),
  })),
  ...(custom.length === 0
    ? []
    : [
        {
          filter: { ...filter, $or: customBeginsWith(name, custom) },
          hint: { 'custom_folded.$**': 1 } as const,
        },
      ]),
  ...fullNames(name).map(({ filter: both, indexed }) => ({
    filter: { $and: [filter, both] },
    hint: valueIndex(indexed),
  })),
];

/** Each part of the search uses its index. Null if there are more than a few contacts. */
export function fewContacts(
  asking: QuestionStore,
  userId: number,
  types: readonly number[],
  search: string,
  custom: readonly number[],
): Promise<number[] | null> {
  const { address, name } = prefixesOf(search);
  const living = { user_id: userId, contact_type_id: { $in: [...types] }, deleted_at: null };
  const questions: SearchQuery<ContactDocument>[] = [
    { filter: { ...living, email_norm: beginsWith(address) }, hint: ADDRESS },
  ];
  if (name !== null) questions.push(...namedBy(living, name, custom));
  return fewOf(asking, Contact.of(userId), questions);
}
