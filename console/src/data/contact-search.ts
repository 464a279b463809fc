import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { BulkChangeSaveInput, ContactFindInput, FoundContact } from '../../../client/src/index.ts';
import { api } from './client.ts';
import type { Operator } from './rules.ts';

export const STATUS_FILTERS = ['mailable', 'unconfirmed', 'opted_out', 'bounced', 'complained'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const ORDERS = ['newest', 'oldest', 'email', 'last_name', 'first_name', 'city'] as const;
export type ContactOrder = (typeof ORDERS)[number];

/** A condition as the address has it. */
export interface SearchedCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly operands: readonly string[];
}

/** What the list of contacts shows, in the address. Absent: all contacts, newest first. */
export interface ContactSearch {
  readonly q?: string;
  readonly audience?: number;
  readonly segment?: number;
  readonly status?: StatusFilter;
  readonly tag?: string;
  readonly order?: ContactOrder;
  readonly where?: readonly SearchedCondition[];
  readonly any?: true;
}

const oneOf = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);

function conditionOf(given: unknown): SearchedCondition[] {
  if (typeof given !== 'object' || given === null) return [];
  const { field, operator, operands } = given as Record<string, unknown>;
  if (typeof field !== 'string' || typeof operator !== 'string' || !Array.isArray(operands)) return [];
  return [{ field, operator: operator as Operator, operands: operands.map(String) }];
}

const idOf = (given: unknown): number | undefined =>
  Number.isSafeInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined;

const textOf = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : '';

/** Whatever an address says; what is no search is left out. */
export function contactSearch(given: Record<string, unknown>): ContactSearch {
  const status = oneOf(STATUS_FILTERS, given['status']);
  const order = oneOf(ORDERS, given['order']);
  const [audience, segment] = [idOf(given['audience']), idOf(given['segment'])];
  const [q, tag] = [textOf(given['q']), textOf(given['tag'])];
  const where = Array.isArray(given['where']) ? given['where'].flatMap(conditionOf) : [];
  return {
    ...(q !== '' && { q }),
    ...(audience && { audience }),
    ...(segment && { segment }),
    ...(status && { status }),
    ...(tag !== '' && { tag }),
    ...(order && order !== 'newest' && { order }),
    ...(where.length > 0 && { where }),
    ...(given['any'] === true && { any: true }),
  };
}

/** Conditions that miss a value choose nothing yet. */
export const completeOf = ({ where = [] }: ContactSearch): readonly SearchedCondition[] =>
  where.filter(({ operands }) => operands.every((operand) => operand.trim() !== ''));

export function findInputOf(search: ContactSearch): ContactFindInput {
  const { q, audience, segment, status, tag, order, any } = search;
  const conditions = completeOf(search);
  return {
    ...(q !== undefined && { search: q }),
    ...(audience !== undefined && { contact_type_id: audience }),
    ...(segment !== undefined && { segment_id: segment }),
    ...(status !== undefined && { status }),
    ...(tag !== undefined && { tag }),
    ...(order !== undefined && { order }),
    ...(conditions.length > 0 && {
      select_field: conditions.map(({ field }) => field),
      select_operator: conditions.map(({ operator }) => operator),
      value: conditions.flatMap(({ operands }) => operands),
      query_type: any ? 'or' : 'and',
    }),
  };
}

/** A change has a segment and a tag of its own. */
export function changeFiltersOf(search: ContactSearch): Omit<BulkChangeSaveInput, 'action'> {
  const { segment_id, tag, order: _order, ...filters } = findInputOf(search);
  return {
    ...filters,
    ...(segment_id !== undefined && { in_segment_id: segment_id }),
    ...(tag !== undefined && { has_tag: tag }),
  };
}

/** Whether a search and an audience say all of it. */
export const isPlainSearch = (search: ContactSearch): boolean =>
  search.segment === undefined &&
  search.status === undefined &&
  search.tag === undefined &&
  completeOf(search).length === 0;

export const isUnfiltered = (search: ContactSearch): boolean =>
  isPlainSearch(search) && search.q === undefined && search.audience === undefined;

/** Contacts of a page of the table. */
const PAGE = 100;
/** Contacts of a page of a file. */
const FILE_PAGE = 500;

/** Milliseconds between looks while the mail history is collected. */
const GATHERING_MS = 3000;

export const contactsFound = (search: ContactSearch) => {
  const input = findInputOf(search);
  return infiniteQueryOptions({
    queryKey: ['contacts', 'found', input],
    queryFn: async ({ signal, pageParam }) => {
      let after = pageParam;
      for (;;) {
        const page = await api.contactFind(
          { ...input, limit: PAGE, ...(after !== '' && { after }) },
          { signal },
        );
        // A page without contacts would look as if the button for more did nothing.
        if (page.contacts.length > 0 || page.next === null) return page;
        after = page.next;
      }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ refreshing }) => refreshing) ? GATHERING_MS : false,
  });
};

/** All that are found, for a file. */
export async function everyFound(search: ContactSearch): Promise<readonly FoundContact[]> {
  const all: FoundContact[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.contactFind>> = await api.contactFind({
      ...findInputOf(search),
      limit: FILE_PAGE,
      ...(after !== null && { after }),
    });
    all.push(...page.contacts);
    after = page.next;
  } while (after !== null);
  return all;
}
