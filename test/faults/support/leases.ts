import { Batch } from '../../../common/models/batches.ts';
import { Import } from '../../../common/models/imports.ts';
import { Mailing, UNOPENED, WALKING } from '../../../common/models/mailings.ts';
import { SegmentRefresh } from '../../../common/models/segment-refreshes.ts';
import { LEASE_MS } from '../../../common/store/lease.ts';
import { rows } from '../../support/rows.ts';

/**
 * A living worker renews its lease after 8 s, and a slice of a send ends after 2 s. So a worker that is silent for 12 s is
 * dead.
 */
const SILENT_MS = 12_000;

/**
 * Ends leases that were not renewed for 12 s now, instead of 18 s later; with `now`, when no worker lives, it ends all of them.
 * Nothing else is accelerated. Time would have the same effect; short runs have no time to wait for it.
 */
export async function runOutLeases(when: 'silent' | 'now' = 'silent'): Promise<void> {
  const over = new Date();
  const ends = new Date(over.getTime() + LEASE_MS - (when === 'now' ? -1000 : SILENT_MS));
  const silent = { $gt: over, $lt: ends };
  await Promise.all([
    rows(Batch).updateMany(
      { state: 'ready', lease_token: { $ne: null }, free_at: silent },
      { $set: { free_at: over } },
    ),
    rows(Mailing).updateMany(
      { $or: [UNOPENED, WALKING], lease_until: silent },
      { $set: { lease_until: over } },
    ),
    rows(Import).updateMany({ state: 'running', lease_until: silent }, { $set: { lease_until: over } }),
    SegmentRefresh.updateMany({ lease_until: silent }, { $set: { lease_until: over } }),
  ]);
}
