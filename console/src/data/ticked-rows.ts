interface Tick {
  readonly id: number;
  /** The row that was ticked or unticked before; the rows from there on follow. Null: only the row itself changes. */
  readonly from: number | null;
  /** All rows in their order. */
  readonly ids: readonly number[];
}

/** The ticked rows after a click on one of them. */
export function tickedAfter(ticked: ReadonlySet<number>, { id, from, ids }: Tick): ReadonlySet<number> {
  const ends = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const rows = first < 0 ? [id] : ids.slice(first, last + 1);
  const next = new Set(ticked);
  for (const row of rows)
    if (ticked.has(id)) next.delete(row);
    else next.add(row);
  return next;
}
