import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import { collection, type Filter, model } from '../store/collection.ts';
import type { SuppressionReason } from './suppressions.ts';

/** A row of a file of a move. */
export interface MoveRow {
  line: number;
  /** As it was read; null: the person was erased. */
  email: string | null;
}

/**
 * The rows of a batch that ended with one status, for the lists of a receipt. `import_refusals` has the refused rows. `line` is the line
 * after the batch. A retried batch replaces its documents.
 */
export interface MoveRowsDocument {
  _id: { import_id: number; status: ContactStatus; line: number };
  user_id: number;
  rows: MoveRow[];
}

/** The status of rows without one in a file of suppressions. */
export const STATUS_OF_REASON: Readonly<Record<SuppressionReason, ContactStatus>> = {
  unsubscribed: 'opted_out',
  manual: 'opted_out',
  bounced: 'bounced',
  complained: 'complained',
};

/** A filter for all rows of an import: embedded documents compare field by field. */
export const moveRowsOf = (import_id: number): Filter<MoveRowsDocument> =>
  ({ _id: { $gt: { import_id }, $lt: { import_id: import_id + 1 } } }) as Filter<MoveRowsDocument>;

const schema = collection<MoveRowsDocument>('move_rows');
schema.index({ user_id: 1, _id: 1 });

export const MoveRows = model<MoveRowsDocument>('MoveRows', schema);
