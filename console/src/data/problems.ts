import { ApiError } from '../../../client/src/index.ts';
import type { Texts } from '../texts/texts.ts';

export function problemOf(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return texts.problems.offline;
  if (error.status === 401) return texts.problems.signedOut;
  if (error.status === 429) return texts.problems.tooMany;
  if (error.status >= 500) return texts.problems.server;
  return typeof error.errors === 'string' ? error.errors : Object.values(error.errors).flat().join(' ');
}

/** The first text of each refused input. */
export const fieldProblems = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.inputs).map(([name, [first = '']]) => [name, first]))
    : {};

/** Compares the text of a 409, which the contract fixes. */
export const isConflict = (error: unknown, text: string): boolean =>
  error instanceof ApiError && error.status === 409 && error.errors === text;
