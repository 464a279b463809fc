/** Ids from `first` to `last`, both included. */
export interface IdRange {
  first: number;
  last: number;
}

/**
 * Ranges that are nearer to each other become one. A restore of a backup skips ten times as many ids, so that no range has ids of
 * mails that the store does not know.
 */
const NEAR = 100_000_000;

/** Ranges, ascending and apart from each other, that also have these ids. */
export function withIds(ranges: readonly IdRange[], ids: readonly number[]): IdRange[] {
  const all = [...ranges, ...rangesOf(ids)].sort((one, other) => one.first - other.first);
  const joined: IdRange[] = [];
  for (const { first, last } of all) {
    const before = joined.at(-1);
    if (before && first - before.last <= NEAR) before.last = Math.max(before.last, last);
    else joined.push({ first, last });
  }
  return joined;
}

const rangesOf = (ids: readonly number[]): IdRange[] => ids.map((id) => ({ first: id, last: id }));
