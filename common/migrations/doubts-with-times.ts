import { now } from '../clock.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery } from '../models/deliveries.ts';
import { everywhere } from '../store/everywhere.ts';
import type { Migration } from './migration.ts';

/** At most about 50,000 rows. */
const GROUP = 100;

type DoubtBatch = Pick<BatchDocument, '_id' | 'user_id' | 'mailing' | 'first' | 'last'>;

/** For an index by time of doubt; no older index finds these rows. Figures show their batches, or these are marked as not counted. */
export const doubtsWithTimes: Migration = {
  version: 2,
  title: 'mails in doubt say since when',
  async run({ after, checkpoint }) {
    for (let last = Number(after ?? 0); ; ) {
      const batches = await everywhere(Batch, 'migration')
        .find({
          _id: { $gt: last },
          $or: [{ 'figures.in_doubt': { $gt: 0 } }, { dirty_at: { $ne: null } }],
        })
        .project<DoubtBatch>({ user_id: 1, mailing: 1, first: 1, last: 1 })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray();
      for (const batch of batches) {
        await Delivery.of(batch.user_id).updateMany(
          {
            _id: { $gte: batch.first, $lte: batch.last },
            mailing: batch.mailing,
            state: 'in_doubt',
            in_doubt_at: { $exists: false },
          },
          { $set: { in_doubt_at: now() } },
        );
      }
      if (batches.length < GROUP) return;
      last = batches.at(-1)!._id;
      await checkpoint(last);
    }
  },
};
