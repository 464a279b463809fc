import type { BulkWrite, Filter } from './collection.ts';

/** New values of one document, which is written only if its guarded field still has the value that was read. */
export interface TableRow {
  readonly id: number;
  /** Null: the document had no such field, or null. */
  readonly before: unknown;
  /** By path: a field, or `field.name` of an object's field. */
  readonly set: object;
}

/**
 * Writes many documents, each with its own values, in one update that finds them in a table: MongoDB takes 54 µs for a row of the ledger,
 * and 130 if each has an update, because it plans each filter of an account and an id (77 for an id alone). `modifiedCount` is smaller than
 * the number of rows if the guarded field of one had changed; the others are written anyway, and nothing tells which. The driver does not
 * repeat an update of many documents after an outage. At most some 500 rows, with at most 10 MB in `set`.
 */
export function tableUpdate<Stored extends { _id: number }>(
  guard: keyof Stored & string,
  rows: readonly TableRow[],
  filter: Filter<Stored> = {},
): BulkWrite<Stored> {
  const ids = rows.map(({ id }) => id);
  const parts = rows.map(({ set }) => partsOf(set));
  const roots = [...new Set(parts.flatMap(({ below }) => Object.keys(below)))];
  const table = rows.map(({ before }, at) => [before, parts[at]!.own, parts[at]!.below]);
  const own = { $arrayElemAt: [{ $literal: table }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const partOf = (at: number) => ({ $arrayElemAt: ['$$own', at] });
  const below = Object.fromEntries(roots.map((root) => [root, mergedBelow(root)]));
  const changed = {
    $let: {
      vars: { below: partOf(2) },
      in: { $mergeObjects: ['$$ROOT', partOf(1), ...(roots.length > 0 ? [below] : [])] },
    },
  };
  const isAsRead = { $eq: [{ $ifNull: [`$${guard}`, null] }, partOf(0)] };
  return {
    updateMany: {
      filter: { ...filter, _id: { $in: ids } },
      update: [{ $replaceWith: { $let: { vars: { own }, in: { $cond: [isAsRead, changed, '$$ROOT'] } } } }],
    },
  };
}

/** An object's field with the new values of a row. A row without any keeps it, and may have no such field. */
const mergedBelow = (root: string) => ({
  $cond: [
    { $eq: [{ $type: `$$below.${root}` }, 'object'] },
    { $mergeObjects: [`$${root}`, `$$below.${root}`] },
    `$${root}`,
  ],
});

function partsOf(set: TableRow['set']) {
  const own: Record<string, unknown> = {};
  const below: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of Object.entries(set)) {
    const dot = path.indexOf('.');
    if (dot === -1) own[path] = value;
    else (below[path.slice(0, dot)] ??= {})[path.slice(dot + 1)] = value;
  }
  return { own, below };
}
