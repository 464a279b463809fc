import type { ImportDocument, SuppressionFile } from '../../common/models/imports.ts';
import { MoveRows, type MoveRowsDocument, STATUS_OF_REASON } from '../../common/models/move-rows.ts';
import { type BulkWrite, replacing } from '../../common/store/collection.ts';
import { type ContactStatus, STATUSES } from '../../shared/statuses/statuses.ts';
import type { RowBatch } from './batches.ts';
import type { ImportRow } from './import-rows.ts';
import type { ReadRows } from './read-rows.ts';

/** The status of a row, as in the counts of an import. A row with an unknown word is unconfirmed, or has the reason of a file of suppressions. */
function statusOf({ said }: ImportRow, suppress: SuppressionFile | undefined): ContactStatus {
  if (said !== null && said.unknown === null) return said.status;
  if (suppress) return STATUS_OF_REASON[suppress.reason];
  return said === null ? 'mailable' : 'unconfirmed';
}

/** Stores the outcomes of a batch for the receipt of its move, before its counts. A repeated batch replaces them. `beyond`: refused lines. */
export async function saveMoveRows(
  { _id: import_id, user_id, move_id, suppress }: ImportDocument,
  { end: { line } }: RowBatch,
  { kept, leftOut, doubtful }: Pick<ReadRows, 'kept' | 'leftOut' | 'doubtful'>,
  beyond: ReadonlySet<number>,
): Promise<void> {
  if (move_id === undefined) return;
  const byStatus = new Map<ContactStatus, MoveRowsDocument['rows']>(STATUSES.map((status) => [status, []]));
  for (const row of kept)
    if (!beyond.has(row.line))
      byStatus.get(statusOf(row, suppress))!.push({ line: row.line, email: row.address });
  byStatus.get('left_out')!.push(...leftOut);
  for (const row of doubtful) byStatus.get('left_out')!.push({ line: row.line, email: row.address });
  const writes = [...byStatus].map(([status, rows]): BulkWrite<MoveRowsDocument> => {
    const _id = { import_id, status, line };
    if (rows.length === 0) return { deleteOne: { filter: { _id } } };
    return replacing<MoveRowsDocument>(
      { _id },
      { _id, user_id, rows: rows.toSorted((a, b) => a.line - b.line) },
    );
  });
  await MoveRows.of(user_id).bulkWrite(writes, { ordered: false });
}
