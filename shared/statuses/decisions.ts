import { foldedWords } from './folded-words.ts';
import type { ContactStatus } from './statuses.ts';

/** The statuses that a caller gave for words, by `decisionKey`. A list, since a word may hold what no key of a document may. */
export type Decisions = readonly (readonly [word: string, status: ContactStatus])[];

/** The name that stands for all words and blank cells that the caller does not name. */
export const ALL_OTHERS = '*';

/** A word as decisions compare it. Signs alone, such as `-`, are a word of their own. */
export const decisionKey = (word: string): string => foldedWords(word) || word.trim().slice(0, KEY_MAX);
const KEY_MAX = 100;

/** Finds the status that the caller gave for a word; null: none. */
export function createDecider(decisions: Decisions): (word: string) => ContactStatus | null {
  const named = new Map(decisions);
  const others = named.get(ALL_OTHERS) ?? null;
  return (word) => named.get(decisionKey(word)) ?? others;
}
