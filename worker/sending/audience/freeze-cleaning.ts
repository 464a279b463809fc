import { now } from '../../../common/clock.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument, NO_AUDIENCE } from '../../../common/models/mailings.ts';
import type { Filter } from '../../../common/store/collection.ts';
import type { Lease } from '../../../common/store/lease.ts';

// Rows left by a freezer that died, or wrote after it had lost its lease (decision 014).

export type FreezeLease = Lease<MailingDocument>;

type FrozenMailing = Pick<MailingDocument, '_id' | 'user_id'>;

/** Whether no other worker has taken over: rows read before this answer were written by earlier holders. */
export async function stillOurs({ user_id }: FrozenMailing, { fence }: FreezeLease): Promise<boolean> {
  return (await Mailing.of(user_id).countDocuments(fence, { limit: 1 })) === 1;
}

/** Lets batches of a checkpointed step be delivered. Idempotent. */
export async function readyBatches(
  { _id: key, user_id }: FrozenMailing,
  step: readonly number[] = [],
): Promise<void> {
  if (step.length === 0) return;
  await Batch.of(user_id).updateMany(
    { _id: { $in: [...step] }, mailing: key, state: 'filling' },
    { $set: { state: 'ready', free_at: now() } },
  );
}

/** Removes rows of steps without a checkpoint: none of their mails was sent, and they are walked again. */
export const clearUnfinished = (mailing: FrozenMailing, lease: FreezeLease): Promise<boolean> =>
  clear(mailing, lease, { state: 'filling' });

/** Removes the rows of all steps. Only for a mailing of which nothing could be delivered. */
export const clearAll = (mailing: FrozenMailing, lease: FreezeLease): Promise<boolean> =>
  clear(mailing, lease, {});

/** Even a late call deletes no row of a later freezer. False: the lease is lost. */
async function clear(
  mailing: FrozenMailing,
  lease: FreezeLease,
  which: Filter<BatchDocument>,
): Promise<boolean> {
  const { _id: key, user_id } = mailing;
  const [batches, deliveries] = [Batch.of(user_id), Delivery.of(user_id)];
  const begun = await batches
    .find({ ...which, mailing: key, ids: null })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last'>>({ first: 1, last: 1 })
    .toArray();
  if (!(await stillOurs(mailing, lease))) return false;
  for (const { _id, first, last } of begun) {
    await deliveries.deleteMany({ _id: { $gte: first, $lte: last }, mailing: key });
    await batches.deleteOne({ _id });
  }
  return true;
}

/** Removes rows whose batch is deleted or in no checkpoint, with these batches. `step`: the batches of the last checkpoint. */
export async function removeStrays(
  mailing: FrozenMailing,
  step: readonly number[],
  lease: FreezeLease,
): Promise<void> {
  const { _id: key, user_id } = mailing;
  const [batches, deliveries] = [Batch.of(user_id), Delivery.of(user_id)];
  const used = await deliveries.distinct('batch', { mailing: key });
  const standing = new Set(
    await batches.distinct('_id', {
      mailing: key,
      ids: null,
      $or: [{ state: { $ne: 'filling' } }, { _id: { $in: [...step] } }],
    }),
  );
  const strays = used.filter((batch) => !standing.has(batch));
  const left = await deliveries.distinct('_id', { mailing: key, batch: { $in: strays } });
  if (!(await stillOurs(mailing, lease))) return;
  await deliveries.deleteMany({ _id: { $in: left }, mailing: key });
  await batches.deleteMany({ _id: { $in: strays }, mailing: key });
}

export const BEGINNING = { walk: { entry: 0, after: 0, batch: 0 }, audience: { ...NO_AUDIENCE } };

/** Clears the ledger to walk the whole audience again. Only for a mailing of which nothing could be delivered. */
export async function startOver(mailing: FrozenMailing, lease: FreezeLease): Promise<void> {
  const deliveries = Delivery.of(mailing.user_id);
  if (!(await lease.write({ $set: BEGINNING }, { state: 'freezing', stopped: false }))) return;
  if (!(await clearAll(mailing, lease))) return;
  // Rows that were written after their batch was cleared.
  const left = await deliveries.distinct('_id', { mailing: mailing._id });
  if (await stillOurs(mailing, lease)) await deliveries.deleteMany({ _id: { $in: left } });
}
