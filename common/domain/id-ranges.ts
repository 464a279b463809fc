/** Ids from `first` to `last`, both included. */
export interface IdRange {
  first: number;
  last: number;
}

/**
 * Ranges closer than this become one. A restore of a backup skips ten times as many ids, so that no range includes ids of mails that the
 * store does not have.
 */
const NEAR = 100_000_000;

/** Adds ids to ranges. The result is ascending, and its ranges do not touch. */
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
