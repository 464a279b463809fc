import { type CountedStatuses, countStatuses } from '../../common/domain/statuses/counted.ts';
import { erasedAmong } from '../../common/erasures/find.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import type { RowBatch } from './batches.ts';
import { ERASED_ROW } from './erased-rows.ts';
import type { ImportRow, RowReader } from './import-rows.ts';
import type { RowRefusal } from './refusals.ts';

/** A row without its address is of a person who was erased, whatever else is wrong with it. */
const refusalOf = (line: number, reason: string, cells: string[], reader: RowReader): RowRefusal =>
  reader.isErased(cells) ? { line, reason: ERASED_ROW, cells: [] } : { line, reason, cells };

/** The rows of a batch that can be used, and those that can not. */
export interface ReadRows {
  /** Rows that are to be imported. */
  readonly kept: readonly ImportRow[];
  /** The number of rows that say that they are left out. */
  readonly leftOut: number;
  readonly refusals: RowRefusal[];
}

/** Reads the rows of a batch. */
export async function readRows(
  found: Pick<ImportDocument, 'user_id' | 'created_at'>,
  batch: RowBatch,
  reader: RowReader,
): Promise<ReadRows> {
  const read: ImportRow[] = [];
  const refusals: RowRefusal[] = [];
  let leftOut = 0;
  for (const { line, cells, refused } of batch.rows) {
    const row = refused ?? reader.read(cells, line);
    if (typeof row === 'string') refusals.push(refusalOf(line, row, cells, reader));
    else if (row?.said?.status === 'left_out') leftOut += 1;
    else if (row) read.push(row);
  }
  // Their addresses were read before they were overwritten in the file.
  const erased = await erasedAmong(
    found.user_id,
    read.map(({ key }) => key),
    found.created_at,
  );
  for (const { line, key } of read)
    if (erased.has(key)) refusals.push({ line, reason: ERASED_ROW, cells: [] });
  const kept = erased.size === 0 ? read : read.filter(({ key }) => !erased.has(key));
  return { kept, leftOut, refusals };
}

/** What the rows of a batch that were imported say, with those that say that they are left out. `beyond`: lines that had no room. */
export function countSaid(
  { kept, leftOut }: Pick<ReadRows, 'kept' | 'leftOut'>,
  beyond: ReadonlySet<number>,
): CountedStatuses {
  const counted = countStatuses(kept.flatMap(({ line, said }) => (said && !beyond.has(line) ? [said] : [])));
  counted.statuses.left_out += leftOut;
  return counted;
}
