import { foldedWords } from './folded-words.ts';
import type { ContactStatus } from './statuses.ts';

/** The caller's statuses by word (`decisionKey`). A list, because a word may contain characters that a document's key must not. */
export type Decisions = readonly (readonly [word: string, status: ContactStatus])[];

/** Stands for blank cells and all words that the caller does not name. */
export const ALL_OTHERS = '*';

/** Punctuation alone, such as `-`, is a word of its own. */
export const decisionKey = (word: string): string => foldedWords(word) || word.trim().slice(0, KEY_MAX);
const KEY_MAX = 100;

/** The caller's status for a word; null: none. */
export function createDecider(decisions: Decisions): (word: string) => ContactStatus | null {
  const named = new Map(decisions);
  const others = named.get(ALL_OTHERS) ?? null;
  return (word) => named.get(decisionKey(word)) ?? others;
}
