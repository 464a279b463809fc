import { decisionKey } from '../../../shared/statuses/decisions.ts';
import { noStatuses, STATUSES, type StatusCounts } from '../../../shared/statuses/statuses.ts';
import type { RowStatus } from './read-status.ts';

/** An unknown word for a status, and the number of its rows. A blank word is a blank cell. */
export interface UnknownStatus {
  word: string;
  rows: number;
}

/** Most counted words. A status column has few; another column has as many as rows. */
const UNKNOWN_WORDS = 50;

/** Rows by status; those with unknown words by word alone. */
export interface CountedStatuses {
  statuses: StatusCounts;
  unknown_statuses: UnknownStatus[];
}

export function countStatuses(said: Iterable<RowStatus>): CountedStatuses {
  const statuses = noStatuses();
  const unknown = new Map<string, UnknownStatus>();
  for (const one of said) {
    if (one.unknown === null) statuses[one.status] += 1;
    else count(unknown, one.unknown, 1);
  }
  return { statuses, unknown_statuses: [...unknown.values()] };
}

export function sumOfStatuses(
  before: { readonly [Key in keyof CountedStatuses]?: CountedStatuses[Key] | undefined },
  { statuses, unknown_statuses }: CountedStatuses,
): CountedStatuses {
  const sums = { ...noStatuses(), ...before.statuses };
  for (const status of STATUSES) sums[status] += statuses[status];
  const words = new Map<string, UnknownStatus>();
  for (const { word, rows } of [...(before.unknown_statuses ?? []), ...unknown_statuses])
    count(words, word, rows);
  return { statuses: sums, unknown_statuses: [...words.values()] };
}

function count(words: Map<string, UnknownStatus>, word: string, rows: number): void {
  const key = decisionKey(word);
  const known = words.get(key);
  if (known) known.rows += rows;
  else if (words.size < UNKNOWN_WORDS) words.set(key, { word, rows });
}
