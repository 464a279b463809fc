import type { Filter } from 'mongodb';
import { now } from '../../common/clock.ts';
import { isEmailMailing } from '../../common/domain/mailing-keys.ts';
import { nextId } from '../../common/ids.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo.ts';
import { markDirty } from '../../common/queries/figures.ts';
import { BATCH_ROWS } from './write-rows.ts';

type Row = Pick<DeliveryDocument, '_id' | 'batch' | 'retry'>;

const read = (filter: Filter<DeliveryDocument>): Promise<Row[]> =>
  rows(Delivery).find(filter).project<Row>({ batch: 1, retry: 1 }).limit(BATCH_ROWS).toArray();

/** Gathers up to a batch of a mailing's deferred rows that are due; answers how many. */
export async function gatherDue(mailing: string, userId: number): Promise<number> {
  const due: Filter<DeliveryDocument> = { mailing, state: 'deferred', due_at: { $lte: now() } };
  return makeList(mailing, userId, await read(due), due);
}

/** Gathers up to a batch of rows that are pending although the batch that had them was worked through. */
export async function gatherStray(mailing: string, userId: number): Promise<number> {
  const pending = await read({ mailing, state: 'pending' });
  const owners = await rows(Batch).distinct('_id', {
    _id: { $in: [...new Set(pending.map((row) => row.retry ?? row.batch))] },
    state: 'done',
  });
  const done = new Set(owners);
  const stray = pending.filter((row) => done.has(row.retry ?? row.batch));
  // Whoever took one meanwhile wrote a newer batch into it.
  return makeList(mailing, userId, stray, {
    mailing,
    state: 'pending',
    $or: [{ retry: { $exists: false } }, { retry: { $in: owners } }],
  });
}

/**
 * Makes a list of rows for another try. Each is taken by a compare-and-set that names the list, so that it stands in
 * one batch at a time however many gather at once.
 */
async function makeList(
  mailing: string,
  userId: number,
  found: readonly Row[],
  still: Filter<DeliveryDocument>,
): Promise<number> {
  if (found.length === 0) return 0;
  const ids = found.map((row) => row._id).sort((a, b) => a - b);
  const list = await nextId('batches');
  await rows(Batch).insertOne({
    _id: list,
    mailing,
    user_id: userId,
    first: ids[0]!,
    last: ids.at(-1)!,
    ids,
    state: 'filling',
    intent: 0,
    lease_token: null,
    free_at: now(),
    figures: null,
    dirty_at: null,
    ...(isEmailMailing(mailing) && { moves: true }),
    created_at: now(),
  });
  await markDirty([...new Set(found.map((row) => row.batch))]);
  const { modifiedCount } = await rows(Delivery).updateMany(
    { $and: [{ _id: { $in: ids } }, still] },
    { $set: { state: 'pending', retry: list }, $unset: { due_at: '' } },
  );
  await rows(Batch).updateOne({ _id: list, state: 'filling' }, { $set: { state: 'ready' } });
  return modifiedCount;
}
