import type { ImportDocument } from '../../../common/models/imports.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { refusedRows } from '../../../common/queries/imports.ts';
import type { ContactStatus } from '../../../shared/statuses/statuses.ts';

export type RowOutcome = ContactStatus | 'refused';

/** A row of a file of a move. `email` is null if the person was erased, or the row has no such cell. */
export interface ListedRow {
  readonly line: number;
  readonly email: string | null;
  /** Why the row was refused. */
  readonly reason: string | null;
}

/** Characters of a cell that a list shows: no address is longer. */
const CELL_MAX = 320;

/**
 * The rows of an import with one outcome after a line, page by page. Rows behind the checkpoint are not counted yet, and not listed
 * either.
 */
export const rowsWith = (
  found: ImportDocument,
  outcome: RowOutcome,
  after: number,
): AsyncGenerator<readonly ListedRow[]> =>
  outcome === 'refused' ? refused(found, after) : stored(found, outcome, after);

async function* refused(
  { _id, user_id, columns, checkpoint }: ImportDocument,
  after: number,
): AsyncGenerator<ListedRow[]> {
  const at = columns.indexOf('email');
  const pages = refusedRows({ _id, user_id }, { after, before: checkpoint.line });
  for await (const page of pages)
    yield page.map(({ _id: { line }, cells, reason }) => ({
      line,
      email: cells[at]?.slice(0, CELL_MAX) ?? null,
      reason,
    }));
}

async function* stored(
  { _id: import_id, user_id, checkpoint }: ImportDocument,
  status: ContactStatus,
  after: number,
): AsyncGenerator<ListedRow[]> {
  const batches = MoveRows.of(user_id);
  for (let line = after; ; ) {
    const _id = { $gt: { import_id, status, line }, $lte: { import_id, status, line: checkpoint.line } };
    const batch = await batches.findOne({ _id }, { sort: { _id: 1 } });
    if (!batch) return;
    const rows = batch.rows.filter((row) => row.line > after);
    if (rows.length > 0) yield rows.map((row) => ({ line: row.line, email: row.email, reason: null }));
    ({ line } = batch._id);
  }
}
