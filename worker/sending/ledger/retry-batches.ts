import { markDirty } from '../../../common/changes/figures.ts';
import { now } from '../../../common/clock.ts';
import { isEmailMailing } from '../../../common/domain/mailing-keys.ts';
import { Batch, newList } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { nextId } from '../../../common/store/ids.ts';
import { batchDeliveries } from './insert-deliveries.ts';

type GatheredRow = Pick<DeliveryDocument, '_id' | 'batch' | 'retry'>;

const read = (userId: number, filter: Filter<DeliveryDocument>): Promise<GatheredRow[]> =>
  Delivery.of(userId)
    .find(filter)
    .project<GatheredRow>({ batch: 1, retry: 1 })
    .limit(batchDeliveries())
    .toArray();

export async function batchDueRetries(mailing: string, userId: number): Promise<number> {
  const due: Filter<DeliveryDocument> = { mailing, state: 'deferred', due_at: { $lte: now() } };
  return makeList(mailing, userId, await read(userId, due), due);
}

export async function batchStrayRows(mailing: string, userId: number): Promise<number> {
  const pending = await read(userId, { mailing, state: 'pending' });
  const owners = await Batch.of(userId).distinct('_id', {
    _id: { $in: [...new Set(pending.map((row) => row.retry ?? row.batch))] },
    state: 'done',
  });
  const done = new Set(owners);
  const stray = pending.filter((row) => done.has(row.retry ?? row.batch));
  // A row that another worker took meanwhile names a newer batch and does not match.
  return makeList(mailing, userId, stray, {
    mailing,
    state: 'pending',
    $or: [{ retry: { $exists: false } }, { retry: { $in: owners } }],
  });
}

/** A compare-and-set writes the list's id into each row, so a row is in one batch at a time. */
async function makeList(
  mailing: string,
  userId: number,
  found: readonly GatheredRow[],
  still: Filter<DeliveryDocument>,
): Promise<number> {
  if (found.length === 0) return 0;
  const ids = found.map((row) => row._id).sort((a, b) => a - b);
  const list = await nextId('batches');
  const batches = Batch.of(userId);
  await batches.insertOne({
    ...newList({ _id: list, mailing, user_id: userId, ids }, now()),
    ...(isEmailMailing(mailing) && { moves: true }),
  });
  await markDirty(userId, [...new Set(found.map((row) => row.batch))]);
  const { modifiedCount } = await Delivery.of(userId).updateMany(
    { $and: [{ _id: { $in: ids } }, still] },
    { $set: { state: 'pending', retry: list }, $unset: { due_at: '' } },
  );
  await batches.updateOne({ _id: list, state: 'filling' }, { $set: { state: 'ready' } });
  return modifiedCount;
}
