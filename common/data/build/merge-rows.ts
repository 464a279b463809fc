/**
 * Joins fresh rows into those of the file. A row's id is its place (from 1), so a row never moves or disappears, even when the source drops
 * it: contacts and senders refer to it. Its other columns are taken from the source; new rows are appended in the source's order.
 */
export function mergeRows<Row>(
  old: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string | number,
): Row[] {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  const known = new Set(old.map(keyOf));
  return [
    ...old.map((row) => byKey.get(keyOf(row)) ?? row),
    ...fresh.filter((row) => !known.has(keyOf(row))),
  ];
}
