export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether two words with the same first letter differ by at most `most` letters (Levenshtein). */
export function isClose(one: string, other: string, most = 2): boolean {
  if (Math.abs(one.length - other.length) > most || one[0] !== other[0]) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)! <= most;
}

/** Words with fewer letters are close to too many others: three may be a word of four without one, as `nme`. */
const LEAST = 4;

/** The known name that was probably meant: the same letters and digits, at most two letters off, or one less than four. Null for none. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  const name = plainName(given);
  if (name === '') return null;
  let close: string | null = null;
  const isNear = (plain: string): boolean =>
    name.length >= LEAST
      ? isClose(plain, name)
      : name.length === LEAST - 1 && plain.length === LEAST && isClose(plain, name, 1);
  for (const candidate of known) {
    const plain = plainName(candidate);
    if (plain === name) return candidate;
    if (close === null && isNear(plain)) close = candidate;
  }
  return close;
}
