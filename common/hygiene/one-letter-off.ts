/** Shorter names are close to too many others. */
const LEAST = 8;

const without = (word: string, at: number): string => word.slice(0, at) + word.slice(at + 1);

/** Whether two words differ by one letter that is added, missing, replaced or exchanged with its neighbour. */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  if (one.length > other.length) return without(one, at) === other;
  if (one.length < other.length) return one === without(other, at);
  if (one.slice(at + 1) === other.slice(at + 1)) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/**
 * Finds the word of a list from which another is one letter off. Two such words are equal when each loses at most one letter (or, with
 * two neighbours exchanged, the same one), so that a look-up costs as many questions as the word has letters.
 */
export function createNearWords(words: Iterable<string>) {
  const known = new Set(words);
  const shortened = new Map<string, string[]>();
  for (const word of known) {
    if (word.length < LEAST) continue;
    for (let at = 0; at <= word.length; at += 1) {
      const key = without(word, at);
      shortened.set(key, [...(shortened.get(key) ?? []), word]);
    }
  }
  return (given: string): string | null => {
    if (given.length < LEAST || known.has(given)) return null;
    for (let at = 0; at <= given.length; at += 1)
      for (const word of shortened.get(without(given, at)) ?? [])
        if (isOneLetterOff(given, word)) return word;
    return null;
  };
}
