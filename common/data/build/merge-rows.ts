/**
 * Joins fresh rows into those of the file. A row's id is its place (from 1), so a row that is in the file never
 * moves and never goes away, even when the source has dropped it: contacts and senders refer to it. Its other
 * columns are taken from the source; rows that are new are appended in the source's order.
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
