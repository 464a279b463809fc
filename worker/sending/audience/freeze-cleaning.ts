import { now } from '../../../common/clock.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument, NO_AUDIENCE } from '../../../common/models/mailings.ts';
import type { Filter } from '../../../common/store/collection.ts';
import type { Lease } from '../../../common/store/lease.ts';

// Rows left by a freezer that died, or wrote after it had lost its lease (decision 014).

export type FreezeLease = Lease<MailingDocument>;

/** Whether no other worker has taken over: rows read before this answer were written by earlier holders. */
export async function stillOurs({ fence }: FreezeLease): Promise<boolean> {
  return (await Mailing.countDocuments(fence, { limit: 1 })) === 1;
}

/** Lets batches of a checkpointed step be delivered. Idempotent. */
export async function readyBatches(key: string, step: readonly number[] = []): Promise<void> {
  if (step.length === 0) return;
  await Batch.updateMany(
    { _id: { $in: [...step] }, mailing: key, state: 'filling' },
    { $set: { state: 'ready', free_at: now() } },
  );
}

/** Removes rows of steps without a checkpoint: none of their mails was sent, and they are walked again. */
export const clearUnfinished = (key: string, lease: FreezeLease): Promise<boolean> =>
  clear(key, lease, { state: 'filling' });

/** Removes the rows of all steps. Only for a mailing of which nothing could be delivered. */
export const clearAll = (key: string, lease: FreezeLease): Promise<boolean> => clear(key, lease, {});

/** Even a late call deletes no row of a later freezer. False: the lease is lost. */
async function clear(key: string, lease: FreezeLease, which: Filter<BatchDocument>): Promise<boolean> {
  const begun = await Batch.find({ ...which, mailing: key, ids: null })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last'>>({ first: 1, last: 1 })
    .toArray();
  if (!(await stillOurs(lease))) return false;
  for (const { _id, first, last } of begun) {
    await Delivery.deleteMany({ _id: { $gte: first, $lte: last }, mailing: key });
    await Batch.deleteOne({ _id });
  }
  return true;
}

/** Removes rows whose batch is deleted or in no checkpoint, with these batches. `step`: the batches of the last checkpoint. */
export async function removeStrays(key: string, step: readonly number[], lease: FreezeLease): Promise<void> {
  const used = await Delivery.distinct('batch', { mailing: key });
  const standing = new Set(
    await Batch.distinct('_id', {
      mailing: key,
      ids: null,
      $or: [{ state: { $ne: 'filling' } }, { _id: { $in: [...step] } }],
    }),
  );
  const strays = used.filter((batch) => !standing.has(batch));
  const left = await Delivery.distinct('_id', { mailing: key, batch: { $in: strays } });
  if (!(await stillOurs(lease))) return;
  await Delivery.deleteMany({ _id: { $in: left }, mailing: key });
  await Batch.deleteMany({ _id: { $in: strays }, mailing: key });
}

export const BEGINNING = { walk: { entry: 0, after: 0, batch: 0 }, audience: { ...NO_AUDIENCE } };

/** Clears the ledger to walk the whole audience again. Only for a mailing of which nothing could be delivered. */
export async function startOver(key: string, lease: FreezeLease): Promise<void> {
  if (!(await lease.write({ $set: BEGINNING }, { state: 'freezing', stopped: false }))) return;
  if (!(await clearAll(key, lease))) return;
  // Rows that were written after their batch was cleared.
  const left = await Delivery.distinct('_id', { mailing: key });
  if (await stillOurs(lease)) await Delivery.deleteMany({ _id: { $in: left } });
}
