import { now } from '../../../common/clock.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { everywhere } from '../../../common/store/everywhere.ts';

/** Milliseconds after which the worker of a batch that is still being filled must be dead. */
const FILLING_MS = 60_000;

export const leftFilling = (at: Date) => ({
  state: 'filling' as const,
  created_at: { $lt: new Date(at.getTime() - FILLING_MS) },
});

/** Makes batches of retries of dead workers ready. They have the rows that were already taken; other rows are free. */
export async function readyOrphanedLists(): Promise<void> {
  await everywhere(Batch, 'sweep').updateMany(
    { ...leftFilling(now()), ids: { $type: 'array' } },
    { $set: { state: 'ready' } },
  );
}

/** Removes batches that a worker wrote after another one had opened the mailing: their rows were not counted, and none was mailed. */
export async function removeOrphanedRanges(): Promise<void> {
  const ranges = await everywhere(Batch, 'sweep')
    .find({ ...leftFilling(now()), ids: null })
    .project<Pick<BatchDocument, '_id' | 'user_id' | 'mailing' | 'first' | 'last'>>({
      user_id: 1,
      mailing: 1,
      first: 1,
      last: 1,
    })
    .toArray();
  if (ranges.length === 0) return;
  const frozen = new Set(
    await Mailing.among(ranges.map((range) => range.user_id)).distinct('_id', {
      _id: { $in: ranges.map((range) => range.mailing) },
      state: { $ne: 'freezing' },
      walking: { $ne: true },
    }),
  );
  for (const { _id, user_id, mailing, first, last } of ranges.filter((range) => frozen.has(range.mailing))) {
    await Delivery.of(user_id).deleteMany({ _id: { $gte: first, $lte: last }, mailing });
    await Batch.of(user_id).deleteOne({ _id });
  }
}
