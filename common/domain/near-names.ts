export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether two words with the same first letter differ by at most two letters (Levenshtein). */
export function isClose(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || one[0] !== other[0]) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)! <= 2;
}

/** Words with fewer letters are close to too many others. */
const LEAST = 4;

/** The known name that was probably meant: the same letters and digits, or at most two letters off. Null for none. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  const name = plainName(given);
  if (name === '') return null;
  let close: string | null = null;
  for (const candidate of known) {
    if (plainName(candidate) === name) return candidate;
    if (close === null && name.length >= LEAST && isClose(plainName(candidate), name)) close = candidate;
  }
  return close;
}
