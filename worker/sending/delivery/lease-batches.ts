import { now } from '../../../common/clock.ts';
import { detailsDue } from '../../../common/domain/marks.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { HASTY } from '../../../common/store/hasty.ts';
import { type HeldDocument, keepRenewed, takeLease, takeLeases } from '../../../common/store/lease.ts';
import { isMongodbSettled } from '../../../common/store/outages.ts';
import { tallies } from '../../runtime/metrics/tallies.ts';

/** After an outage of MongoDB, holders of expired leases have this many milliseconds to write their outcomes. */
export const OUTAGE_GRACE_MS = 5000;

export type HeldBatch = HeldDocument<BatchDocument>;

const leasesOf = (userId: number) =>
  ({ model: Batch.of(userId), token: 'lease_token', until: 'free_at' }) as const;

/** Leases a batch. The same write marks the rows that may be handed over (`intent`). `none`: the caller moves the mark. */
export async function leaseBatch(
  userId: number,
  mailing: string,
  intent: 'whole' | 'none',
): Promise<HeldBatch | null> {
  const at = now();
  const taken = await takeLease(
    leasesOf(userId),
    {
      mailing,
      state: 'ready',
      free_at: { $lte: at },
      ...(!isMongodbSettled(OUTAGE_GRACE_MS) && { lease_token: null }),
    },
    { set: leasing(at, intent), sort: { _id: 1 } },
  );
  if (!taken) return null;
  const { found, lease } = taken;
  if (found.lease_token !== null) tallies.leaseExpiries += 1;
  return { found, lease: keepRenewed(lease) };
}

const leasing = (at: Date, intent: 'whole' | 'none') => ({
  // A batch of retries has no figures: its rows count in the batches that they were written with.
  dirty_at: { $cond: [{ $eq: ['$ids', null] }, at, null] },
  details_dirty_at: { $cond: [{ $eq: ['$ids', null] }, at, '$$REMOVE'] },
  details_due_at: {
    $cond: [{ $eq: ['$ids', null] }, { $min: ['$details_due_at', detailsDue(at)] }, '$$REMOVE'],
  },
  // False if an earlier holder, or another process that marked the batch, may still be writing.
  lease_marked: {
    $and: ['ids', 'lease_token', 'dirty_at'].map((field) => ({ $eq: [`$${field}`, null] })),
  },
  ...(intent === 'whole' && { intent: '$last' }),
});

/** Free ranges that were never leased, or were put back with no row in doubt. */
export const untouched = (mailings: readonly string[]): Filter<BatchDocument> => ({
  mailing: { $in: [...mailings] },
  state: 'ready',
  ids: null,
  lease_token: null,
  intent: 0,
  free_at: { $lte: now() },
});

/** Leases several batches. With `none` a crash of MongoDB may lose the write, and then also {@link markWhole}, which comes before any mail. */
export async function leaseBatches(
  userId: number,
  found: readonly BatchDocument[],
  intent: 'whole' | 'none',
): Promise<HeldBatch[]> {
  const leases = await takeLeases(
    leasesOf(userId),
    found.map(({ _id }) => _id),
    untouched(found.map(({ mailing }) => mailing)),
    leasing(now(), intent),
    intent === 'none' ? HASTY : {},
  );
  return found.flatMap((one) => {
    const lease = leases.get(one._id);
    return lease ? [{ found: one, lease: keepRenewed(lease) }] : [];
  });
}

/** Stores that all rows of these batches may be handed over, before any of them is. Returns false if a lease is lost. */
export async function markWhole(userId: number, held: readonly HeldBatch[]): Promise<boolean> {
  const { matchedCount } = await Batch.of(userId).updateMany(heldTogether(held), [
    { $set: { intent: '$last' } },
  ]);
  return matchedCount === held.length;
}

export const heldTogether = (held: readonly HeldBatch[]): Filter<BatchDocument> => ({
  _id: { $in: held.map(({ found }) => found._id) },
  lease_token: { $in: [...new Set(held.map(({ lease }) => lease.token))] },
});

/** Stores that rows up to this id may be handed over, before any of them is. Returns false if the lease is lost. */
export const moveIntent = ({ lease }: HeldBatch, upTo: number): Promise<boolean> =>
  lease.write({ $set: { intent: upTo } });
