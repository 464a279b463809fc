import { normalizeAddress } from '../../common/domain/addresses.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { customBeginsWith, prefixesOf } from '../../common/queries/contact-matches.ts';
import type { Collection } from '../../common/store/collection.ts';
import { type Filter, ofIds } from '../../common/store/collection.ts';
import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith } from '../../shared/fold-name.ts';
import type { Account } from '../http/account.ts';
import type { QuestionStore } from '../http/asking.ts';
import type { Call } from '../http/endpoint.ts';
import type { NextIds } from '../http/found-listing.ts';
import { email, text } from '../http/inputs.ts';
import { optional, type ValuesOf } from '../http/typed-input.ts';

/** What narrows a list of people down. */
export const searchInput = {
  email: optional(email()).description('Only who has this address, without case.'),
  search: optional(text()),
};

export type SearchInput = ValuesOf<typeof searchInput>;

/** The same, of opt-outs, which have no names. */
export const addressSearchInput = {
  ...searchInput,
  search: optional(text()).description('Only addresses that begin with this, without case.'),
};

/** Matches whose ids are sorted in memory. Of more, the list itself is walked by id: there, the next is never far. */
export const FEW = 5000;

/** Asks the store as a slow question: an account has few under way, and each ends with its client or its time. */
export type QuestionRunner = <Answer>(
  question: (asking: QuestionStore) => Promise<Answer>,
) => Promise<Answer>;

export const askFor =
  (account: Account, { questions, signal }: Pick<Call, 'questions' | 'signal'>): QuestionRunner =>
  (question) =>
    questions.ask(account, 'search', signal, question);

export interface SearchQuery<Stored> {
  readonly filter: Filter<Stored>;
  readonly hint: Readonly<Record<string, 1>>;
}

/** The ids that any of the questions finds, ascending; null where one of them finds more than a few. */
export async function fewOf<Stored extends { _id: number }>(
  { collection, options }: QuestionStore,
  model: Collection<Stored>,
  questions: readonly SearchQuery<Stored>[],
): Promise<number[] | null> {
  const ids = new Set<number>();
  for (const { filter, hint } of questions) {
    const found = await collection(ofIds(model))
      .find(filter, {
        ...options(),
        projection: { _id: 1 },
        hint,
        batchSize: FEW + 2,
      })
      .limit(FEW + 1)
      .toArray();
    for (const { _id } of found) ids.add(_id);
    if (ids.size > FEW) return null;
  }
  return [...ids].sort((one, other) => one - other);
}

/** The next of some ids, which ascend. */
export function idsAfter(ids: readonly number[], after: number, size: number): number[] {
  const from = ids.findIndex((id) => id > after);
  return from === -1 ? [] : ids.slice(from, from + size);
}

/** The next ids of few that are known, or else of a walk. Which of the two it is, is found out once for a list. */
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

/** Walks the rows of a list by id. */
export const walkBy =
  <Stored extends { _id: number }>(model: Collection<Stored>, { filter, hint }: SearchQuery<Stored>) =>
  async ({ collection, options }: QuestionStore, after: number, size: number): Promise<number[]> => {
    const found = await collection(ofIds(model))
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

/** Contacts with an address, of these types. */
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

/** The questions for contacts that a name is the beginning of a text of: each by its index, of those that pass the filter. */
export const namedBy = (
  filter: Filter<ContactDocument>,
  name: string,
  custom: readonly number[],
): SearchQuery<ContactDocument>[] => [
  ...SEARCHED_NAMES.map(foldedKey).map((field) => ({
    filter: { ...filter, [field]: beginsWith(name) },
    hint: { user_id: 1, [field]: 1 } as const,
  })),
  ...(custom.length === 0
    ? []
    : [
        {
          filter: { ...filter, $or: customBeginsWith(name, custom) },
          hint: { 'custom_folded.$**': 1 } as const,
        },
      ]),
];

/** The few contacts of these types that a search is for, each part of it by its index; null where there are more. */
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
  return fewOf(asking, Contact, questions);
}
