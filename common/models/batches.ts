import { collection, model } from '../store/collection.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

/** filling: rows are being written · ready: may be leased · done: each row was processed. */
export type BatchState = 'filling' | 'ready' | 'done';

/**
 * About 500 ledger rows that one worker leases at a time. A *range* owns the rows it was frozen with and keeps their figures. A
 * *list* only gathers deferred rows for a retry, and has no figures.
 */
export interface BatchDocument {
  _id: number;
  mailing: string;
  user_id: number;
  /** Delivery ids from `first` to `last` … */
  first: number;
  last: number;
  /** … or these among them. */
  ids: number[] | null;
  state: BatchState;
  /** The lease holder may have handed rows up to this delivery id to a mail server. */
  intent: number;
  lease_token: string | null;
  /** When it may be leased: after the current lease, or after a pause for a failed mail server. */
  free_at: Date;
  figures: Figures | null;
  /** Set before a row changes: rows changed since the figures were counted. */
  dirty_at: Date | null;
  /**
   * True: only the lease marked the batch (`dirty_at`). If that holds when the batch is closed, the holder knows the figures
   * without counting rows. Any other writer that marks the batch sets it to false.
   */
  lease_marked?: boolean;
  counted_at?: Date | null;
  /** Like `dirty_at`, for the count of the details (`BatchDetails`), which removes it. */
  details_dirty_at?: Date;
  /** When a worker counts the details, if they are marked. */
  details_due_at?: Date;
  details_at?: Date;
  /** Of an automation's email: the outcomes of a done batch still have to move enrollments on. */
  moves?: boolean;
  /** Rises each time `moves` is set: a worker clears `moves` only if the number is the one it read. */
  moves_no?: number | null;
  /** A worker writes its rows into enrollments until then: outcomes are passed on after it is finished, or dead at this time. */
  handing_until?: Date | null;
  /** Older than the retention: its rows are being deleted, or are deleted. Its figures no longer change. */
  retired?: 'going' | 'gone';
  created_at: Date;
}

export const newBatch = (
  range: Pick<BatchDocument, '_id' | 'mailing' | 'user_id' | 'first' | 'last'>,
  at: Date,
): BatchDocument => ({
  ...range,
  ids: null,
  state: 'filling',
  intent: 0,
  lease_token: null,
  free_at: at,
  figures: { ...NO_FIGURES, pending: range.last - range.first + 1 },
  dirty_at: null,
  created_at: at,
});

/** A list of deferred rows, which do not belong to it yet; `ids` ascend. */
export const newList = (
  { ids, ...list }: Pick<BatchDocument, '_id' | 'mailing' | 'user_id'> & { ids: number[] },
  at: Date,
): BatchDocument => ({
  ...newBatch({ ...list, first: ids[0]!, last: ids.at(-1)! }, at),
  ids,
  figures: null,
});

const schema = collection<BatchDocument>('batches');
schema.index({ user_id: 1, mailing: 1, state: 1, _id: 1 });
// Batches that a crash left half filled: queried every second, and nearly always empty.
schema.index({ created_at: 1 }, { partialFilterExpression: { state: 'filling' } });
schema.index(
  { user_id: 1, mailing: 1, dirty_at: 1 },
  { partialFilterExpression: { dirty_at: { $type: 'date' } } },
);
// Details to count again, by time and by account. Marking a marked batch again changes neither index.
schema.index({ details_due_at: 1 }, { partialFilterExpression: { details_due_at: { $gt: new Date(0) } } });
schema.index(
  { user_id: 1, mailing: 1 },
  { partialFilterExpression: { details_dirty_at: { $gt: new Date(0) } } },
);
schema.index({ state: 1, mailing: 1 }, { partialFilterExpression: { moves: true } });
// All batches of an account: segments with a first rule about opens or clicks read it.
schema.index({ user_id: 1, _id: 1 }, { partialFilterExpression: { ids: null } });
schema.index({ retired: 1, created_at: 1 });

export const Batch = model<BatchDocument>('Batch', schema);
