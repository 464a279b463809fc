export interface IdRange {
  first: number;
  last: number;
}

/** Closer ranges become one. A restore skips ten times as many ids, so that no range includes ids of unknown mails. */
const NEAR = 100_000_000;

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
