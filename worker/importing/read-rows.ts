import type { SeenDoubts } from '../../common/domain/address-doubts.ts';
import { type CountedStatuses, countStatuses } from '../../common/domain/statuses/counted.ts';
import type { RowStatus } from '../../common/domain/statuses/read-status.ts';
import { erasedAmong } from '../../common/erasures/find.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import type { MoveRow } from '../../common/models/move-rows.ts';
import type { RowBatch } from './batches.ts';
import type { DoubtfulRows } from './doubtful-rows.ts';
import { ERASED_ROW } from './erased-rows.ts';
import type { ImportRow, RowReader } from './import-rows.ts';
import type { RowRefusal } from './refusals.ts';

/** A row whose address was overwritten belongs to an erased person, whatever else is wrong with it. */
const refusalOf = (line: number, reason: string, cells: string[], reader: RowReader): RowRefusal =>
  reader.isErased(cells) ? { line, reason: ERASED_ROW, cells: [] } : { line, reason, cells };

export interface ReadRows {
  readonly kept: readonly ImportRow[];
  /** Rows that are not imported because of their status. */
  readonly leftOut: readonly MoveRow[];
  /** Rows that are not imported because of their address. */
  readonly doubtful: readonly ImportRow[];
  readonly refusals: RowRefusal[];
  /** Rows among `kept` with cells that could not be read. */
  readonly partial: readonly RowRefusal[];
  /** Null: the addresses were not checked. */
  readonly doubts: SeenDoubts | null;
}

export async function readRows(
  found: Pick<ImportDocument, 'user_id' | 'created_at'>,
  batch: RowBatch,
  reader: RowReader,
  look: DoubtfulRows | null = null,
): Promise<ReadRows> {
  const read: ImportRow[] = [];
  const refusals: RowRefusal[] = [];
  const left: ImportRow[] = [];
  for (const { line, cells, refused } of batch.rows) {
    const row = refused ?? reader.read(cells, line);
    if (typeof row === 'string') refusals.push(refusalOf(line, row, cells, reader));
    else if (row?.said?.status === 'left_out') left.push(row);
    else if (row) read.push(row);
  }
  // The addresses of these rows were read before they were overwritten in the file.
  const addresses = [...read, ...left].map(({ key }) => key);
  const erased = await erasedAmong(found.user_id, addresses, found.created_at);
  for (const { line, key } of read)
    if (erased.has(key)) refusals.push({ line, reason: ERASED_ROW, cells: [] });
  const all = erased.size === 0 ? read : read.filter(({ key }) => !erased.has(key));
  const leftOut = left.map(({ line, key, address }) => ({ line, email: erased.has(key) ? null : address }));
  const { kept, doubtful, doubts } = look ? await look(all) : { kept: all, doubtful: [], doubts: null };
  return { kept, leftOut, doubtful, refusals, partial: partialOf(kept, batch.rows), doubts };
}

function partialOf(kept: readonly ImportRow[], rows: RowBatch['rows']): RowRefusal[] {
  const some = kept.filter(({ dropped }) => dropped.length > 0);
  if (some.length === 0) return [];
  const cellsAt = new Map(rows.map(({ line, cells }) => [line, cells]));
  return some.map(({ line, dropped }) => ({
    line,
    reason: dropped.map(({ reason }) => reason).join(' '),
    cells: cellsAt.get(line)!,
    dropped,
  }));
}

/** Counts the statuses of imported rows, and of rows that are not imported. `beyond`: lines beyond the account's limit. */
export function countSaid(
  { kept, leftOut }: Pick<ReadRows, 'kept' | 'leftOut'>,
  beyond: ReadonlySet<number>,
): CountedStatuses {
  const imported: RowStatus[] = [];
  for (const { line, said } of kept) if (said !== null && !beyond.has(line)) imported.push(said);
  const counted = countStatuses(imported);
  counted.statuses.left_out += leftOut.length;
  return counted;
}
