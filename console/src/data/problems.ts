import { ApiError } from '../../../client/src/index.ts';
import type { Texts } from '../texts/texts.ts';

/** What a person reads of a call that failed: what to do next, and what the service said. */
export function problemOf(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return texts.problems.offline;
  if (error.status === 429) return texts.problems.tooMany;
  if (error.status >= 500) return texts.problems.server;
  return typeof error.errors === 'string' ? error.errors : Object.values(error.errors).flat().join(' ');
}

/** The first text of each refused input, for the fields of a form. */
export const fieldProblems = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.inputs).map(([name, [first = '']]) => [name, first]))
    : {};

/** Whether a call was refused by this state of its record: the texts of 409s are the contract's. */
export const isConflict = (error: unknown, text: string): boolean =>
  error instanceof ApiError && error.status === 409 && error.errors === text;
