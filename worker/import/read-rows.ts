import { erasedAmong } from '../../common/erasures/find.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import type { RowBatch } from './batches.ts';
import { ERASED_ROW } from './erased-rows.ts';
import type { ImportRow, RowReader } from './import-rows.ts';
import type { Refusal } from './refusals.ts';

/** A row without its address is of a person who was erased, whatever else is wrong with it. */
const refusalOf = (line: number, reason: string, cells: string[], reader: RowReader): Refusal =>
  reader.isErased(cells) ? { line, reason: ERASED_ROW, cells: [] } : { line, reason, cells };

/** The rows of a batch that can be used, and those that can not. */
export async function readRows(
  found: Pick<ImportDocument, 'user_id' | 'created_at'>,
  batch: RowBatch,
  reader: RowReader,
): Promise<{ kept: readonly ImportRow[]; refusals: Refusal[] }> {
  const read: ImportRow[] = [];
  const refusals: Refusal[] = [];
  for (const { line, cells, refused } of batch.rows) {
    const row = refused ?? reader.read(cells, line);
    if (typeof row === 'string') refusals.push(refusalOf(line, row, cells, reader));
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
  return { kept: erased.size === 0 ? read : read.filter(({ key }) => !erased.has(key)), refusals };
}
