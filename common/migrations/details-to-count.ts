import { now } from '../clock.ts';
import { Batch } from '../models/batches.ts';
import { everywhere } from '../store/everywhere.ts';
import { updateByIds } from './by-ids.ts';
import type { Migration } from './migration.ts';

/** Marks old batches, so that workers count their details: some 20,000 mails a second. */
export const detailsToCount: Migration = {
  version: 7,
  title: 'details of mails are counted',
  run: (progress) =>
    updateByIds(
      progress,
      everywhere(Batch, 'migration'),
      {
        ids: null,
        retired: { $exists: false },
        details_at: { $exists: false },
        details_dirty_at: { $exists: false },
      },
      () => ({ $set: { details_dirty_at: now(), details_due_at: now() } }),
    ),
};
