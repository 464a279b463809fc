import { now } from '../../common/clock.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { rows } from '../../common/mongo.ts';
import { isMongodbSettled } from '../../common/outages.ts';
import { tallies } from '../metrics/tallies.ts';
import { keepLease, LEASE_MS, type Lease, newToken } from './lease.ts';
import { untilBack } from './until-back.ts';

/** Milliseconds after an outage in which those who live write what they know, before what they hold counts as left behind. */
const GRACE_MS = 5000;
/** Milliseconds until a batch is tried again whose rows could not be looked at. */
const AGAIN_MS = 1000;

/** A batch in this worker's hands. */
export interface HeldBatch {
  /** As it was found, before this lease. */
  readonly found: BatchDocument;
  readonly lease: Lease;
}

const leaseEnd = (): Date => new Date(now().getTime() + LEASE_MS);

/**
 * Leases the next free batch of a mailing by compare-and-set; null when none is free. The rows it may hand over are
 * marked as such with the same write (`intent`), so that after a crash nobody takes them for untouched; with
 * `intent` 0 the caller moves that mark along itself.
 */
export async function leaseBatch(mailing: string, intent: 'whole' | 'none'): Promise<HeldBatch | null> {
  const token = newToken();
  const asked = performance.now();
  const at = now();
  const found = await rows(Batch).findOneAndUpdate(
    {
      mailing,
      state: 'ready',
      free_at: { $lte: at },
      ...(!isMongodbSettled(GRACE_MS) && { lease_token: null }),
    },
    [
      {
        $set: {
          lease_token: token,
          free_at: new Date(at.getTime() + LEASE_MS),
          // A list has no figures of its own: its rows are marked by the batches that count them.
          dirty_at: { $cond: [{ $eq: ['$ids', null] }, at, null] },
          ...(intent === 'whole' && { intent: '$last' }),
        },
      },
    ],
    { sort: { _id: 1 }, returnDocument: 'before' },
  );
  if (!found) return null;
  if (found.lease_token !== null) tallies.leaseExpiries += 1;
  const held = { _id: found._id, lease_token: token };
  const renew = async (): Promise<boolean> => {
    const { matchedCount } = await rows(Batch).updateOne(held, { $set: { free_at: leaseEnd() } });
    return matchedCount === 1;
  };
  const lease = keepLease(token, renew, asked);
  return { found, lease };
}

const update = async ({ found, lease }: HeldBatch, change: Partial<BatchDocument>): Promise<boolean> => {
  const { matchedCount } = await rows(Batch).updateOne(
    { _id: found._id, lease_token: lease.token },
    { $set: change },
  );
  return matchedCount === 1;
};

/** Says, before it happens, that rows up to this id may be handed over. False: the lease is lost. */
export const moveIntent = (batch: HeldBatch, upTo: number): Promise<boolean> =>
  update(batch, { intent: upTo });

/** Each row has an outcome. False: the lease was lost, and somebody else finds out what is left. */
export async function closeBatch(batch: HeldBatch): Promise<boolean> {
  batch.lease.end();
  return untilBack(() => update(batch, { state: 'done', lease_token: null, intent: 0 }));
}

/** Puts a batch back, with all outcomes written: what has none was not handed over. `delay` in milliseconds. */
export async function releaseBatch(batch: HeldBatch, delay = 0): Promise<void> {
  batch.lease.end();
  await untilBack(() =>
    update(batch, { lease_token: null, intent: 0, free_at: new Date(now().getTime() + delay) }),
  );
}

/**
 * Asks what comes before anything is handed over: where it fails, the batch goes back as it was found, with the doubts that an
 * earlier holder left.
 */
export async function asFound<Result>(batch: HeldBatch, question: () => Promise<Result>): Promise<Result> {
  try {
    return await question();
  } catch (error) {
    batch.lease.end();
    const { lease_token, intent } = batch.found;
    await untilBack(() =>
      update(batch, { lease_token, intent, free_at: new Date(now().getTime() + AGAIN_MS) }),
    );
    throw error;
  }
}
