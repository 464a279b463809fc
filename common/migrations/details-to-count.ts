import { now } from '../clock.ts';
import { Batch } from '../models/batches.ts';
import { rows } from '../mongo/connection.ts';
import type { Migration } from './migration.ts';

/** Batches that are marked together. */
const GROUP = 1000;

/** Batches of before there were details are marked, so that workers count them, some 20,000 mails a second. */
export const detailsToCount: Migration = {
  version: 7,
  title: 'details of mails are counted',
  async run({ after, checkpoint }) {
    for (let last = Number(after ?? 0); ; ) {
      const batches = await rows(Batch)
        .find({ _id: { $gt: last } })
        .project<{ _id: number }>({ _id: 1 })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray();
      const upto = batches.at(-1)?._id;
      if (upto === undefined) return;
      const at = now();
      await rows(Batch).updateMany(
        {
          _id: { $gt: last, $lte: upto },
          ids: null,
          retired: { $exists: false },
          details_at: { $exists: false },
          details_dirty_at: { $exists: false },
        },
        { $set: { details_dirty_at: at, details_due_at: at } },
      );
      last = upto;
      await checkpoint(last);
    }
  },
};
