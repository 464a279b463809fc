import { coalesce } from '../batching/coalesce.ts';
import { now } from '../clock.ts';
import { failpoint } from '../config/failpoints.ts';
import { detailsDue, isSettled, mustCount, settledFrom, unmarked, willStand } from '../domain/marks.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { type Figures, NO_FIGURES } from '../models/figures.ts';
import { Mailing } from '../models/mailings.ts';
import { countBatches, sumBatches, sumOfFigures } from '../queries/figures.ts';
import { type BulkWrite, type Filter, updating } from '../store/collection.ts';

/** A stored count may be called later than the mark (`finalAt`), so it is removed. */
const markAt = (at: Date) => ({
  $set: { dirty_at: at, details_dirty_at: at, counted_at: null, lease_marked: false },
  $min: { details_due_at: detailsDue(at) },
});

/** Marks batches. Call it *before* their rows change. The next reader of their figures counts them again. */
export async function markDirty(
  accounts: number | Iterable<number>,
  batchIds: Iterable<number>,
): Promise<void> {
  const at = now();
  const batches = typeof accounts === 'number' ? Batch.of(accounts) : Batch.among(accounts);
  await batches.updateMany(
    // The rows of a retired batch are being deleted: its last count stays.
    {
      _id: { $in: [...new Set(batchIds)] },
      retired: { $exists: false },
      $or: [...unmarked('dirty_at', at).$or, { lease_marked: true }],
    },
    markAt(at),
  );
  failpoint('rows-marked');
}

export async function markAllDirty(userId: number, mailing: string): Promise<void> {
  const at = now();
  await Batch.of(userId).updateMany({ mailing, ids: null, retired: { $exists: false } }, markAt(at));
}

const refreshOnce = coalesce(
  ({ mailing }: { userId: number; mailing: string }) => mailing,
  ({ userId, mailing }) => refresh(userId, mailing),
);

/** Counts the batches that changed since their last count, and returns the mailing's figures. */
export const refreshFigures = (userId: number, mailing: string): Promise<Figures> =>
  refreshOnce({ userId, mailing });

/**
 * Counts every marked batch, also those with a provisional count, and stores the figures: for callers that decide by them. `store`: stores
 * them together with that decision.
 */
export const countFigures = (
  userId: number,
  mailing: string,
  store: FigureStore = (figures) => storeFigures(userId, mailing, figures),
): Promise<Figures> => refresh(userId, mailing, store);

type FigureStore = (figures: Figures) => Promise<void>;

export async function storeFigures(userId: number, mailing: string, figures: Figures): Promise<void> {
  await Mailing.of(userId).updateOne({ _id: mailing }, { $set: { figures } });
}

type DirtyBatch = Pick<BatchDocument, '_id' | 'first' | 'last' | 'counted_at'> & { dirty_at: Date };

async function refresh(userId: number, mailing: string, storeAll?: FigureStore): Promise<Figures> {
  const at = now();
  const whole = storeAll !== undefined;
  const dirty = await Batch.of(userId)
    .find({ mailing, dirty_at: { $type: 'date' }, ids: null })
    .project<DirtyBatch>({ first: 1, last: 1, dirty_at: 1, counted_at: 1 })
    .sort({ first: 1 })
    .hint({ user_id: 1, mailing: 1, dirty_at: 1 })
    .toArray();
  const isDue = (batch: DirtyBatch): boolean =>
    whole ? !isSettled(batch.dirty_at, batch.counted_at) : mustCount(batch, at);
  const due = dirty.filter(isDue);
  const counted = await countBatches(userId, mailing, due);
  const figuresOf = ({ _id }: DirtyBatch): Figures => counted.get(_id) ?? NO_FIGURES;
  const stays = (batch: DirtyBatch): boolean => whole || willStand(batch, at);
  const standing = due.filter(stays);
  await updateEach(
    userId,
    standing,
    // Another caller may have stored a newer count since the batch was read.
    (batch) => ({ counted_at: batch.counted_at ?? null }),
    (batch) => ({ figures: { ...figuresOf(batch) }, counted_at: at }),
  );
  const passing = due.filter((batch) => !stays(batch));
  const figures = sumOfFigures(
    await sumBatches(
      userId,
      mailing,
      passing.map((batch) => batch._id),
    ),
    ...passing.map(figuresOf),
  );
  const settled = dirty.filter((batch) => isSettled(batch.dirty_at, isDue(batch) ? at : batch.counted_at));
  // Before the marks are removed: without a mark these figures are shown as they are.
  if (storeAll) await storeAll(figures);
  else if (settled.length > 0) await storeFigures(userId, mailing, figures);
  await updateEach(
    userId,
    settled,
    // The stored count may be older than this one: then the mark stays.
    (batch) => ({ counted_at: { $gte: settledFrom(batch.dirty_at) } }),
    () => ({ dirty_at: null }),
  );
  return figures;
}

/** A batch that was marked again since it was read is skipped: the next count includes it. */
async function updateEach(
  userId: number,
  batches: readonly DirtyBatch[],
  filter: (batch: DirtyBatch) => Filter<BatchDocument>,
  change: (batch: DirtyBatch) => Partial<BatchDocument>,
): Promise<void> {
  if (batches.length === 0) return;
  await Batch.of(userId).bulkWrite(
    batches.map(
      (batch): BulkWrite<BatchDocument> =>
        updating({ _id: batch._id, dirty_at: batch.dirty_at, ...filter(batch) }, { $set: change(batch) }),
    ),
    { ordered: false },
  );
}
