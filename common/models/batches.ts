import { collection, model } from '../store/collection.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

/** filling: rows are still being written · ready: may be leased · done: each row was worked through. */
export type BatchState = 'filling' | 'ready' | 'done';

/**
 * About 500 ledger rows that one worker leases at a time. A *range* owns the rows it was frozen with and keeps
 * their figures; a *list* only gathers deferred rows for another try, and has none.
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
  /** The worker that held the lease may have handed rows up to this delivery id to a mail server. */
  intent: number;
  lease_token: string | null;
  /** It may be leased from here on: the end of the lease, or of a pause after a mail server failed. */
  free_at: Date;
  figures: Figures | null;
  /** Rows changed since the figures were counted; set before a row changes. */
  dirty_at: Date | null;
  /**
   * The mark is that of the lease alone, and no change but the holder's may rely on it: who marks the batch sets this to false. While
   * it is true when the batch is closed, the holder knows the figures, and the rows need not be counted.
   */
  lease_marked?: boolean;
  /** When the figures were counted. */
  counted_at?: Date | null;
  /** Rows changed since the details were counted (`BatchDetails`): the same mark as `dirty_at`, which the count of the details removes. */
  details_dirty_at?: Date;
  /** From when on a worker counts them, while the mark stands. */
  details_due_at?: Date;
  /** When the details were counted that stand. */
  details_at?: Date;
  /** Of an automation's email: once the batch is done, its outcomes move enrollments on. Absent: they have. */
  moves?: boolean;
  /** One more each time that `moves` is set: a worker clears `moves` only if this number is still the one that it read. */
  moves_no?: number | null;
  /** A worker is writing its rows into enrollments: outcomes are not passed on before it is done, or dead at this time. */
  handing_until?: Date | null;
  /** Its rows are older than the retention: they are `going`, then `gone`, and its figures stand as they are. */
  retired?: 'going' | 'gone';
  created_at: Date;
}

/** A range of new rows, which are still being written. */
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

/** A list of deferred rows, which it does not have yet; `ids` ascend. */
export const newList = (
  { ids, ...list }: Pick<BatchDocument, '_id' | 'mailing' | 'user_id'> & { ids: number[] },
  at: Date,
): BatchDocument => ({
  ...newBatch({ ...list, first: ids[0]!, last: ids.at(-1)! }, at),
  ids,
  figures: null,
});

const schema = collection<BatchDocument>('batches');
// Leasing: the next free batch of a mailing.
schema.index({ mailing: 1, state: 1, _id: 1 });
// Batches that a crash left half filled: asked for every second, and nearly always empty.
schema.index({ created_at: 1 }, { partialFilterExpression: { state: 'filling' } });
// Figures that must be counted again before they are shown.
schema.index({ mailing: 1, dirty_at: 1 }, { partialFilterExpression: { dirty_at: { $type: 'date' } } });
// Details that must be counted again: those that a worker is to count now, and those of a mailing, or of an account. Neither changes when
// a batch is marked that was marked before.
schema.index({ details_due_at: 1 }, { partialFilterExpression: { details_due_at: { $gt: new Date(0) } } });
schema.index(
  { user_id: 1, mailing: 1 },
  { partialFilterExpression: { details_dirty_at: { $gt: new Date(0) } } },
);
// Outcomes that enrollments still wait for.
schema.index({ state: 1, mailing: 1 }, { partialFilterExpression: { moves: true } });
// All that an account ever sent: segments with a first rule about opens or clicks read it.
schema.index({ user_id: 1, _id: 1 }, { partialFilterExpression: { ids: null } });
// Batches that are old enough for the retention.
schema.index({ retired: 1, created_at: 1 });

export const Batch = model<BatchDocument>('Batch', schema);
