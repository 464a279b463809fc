import { now } from '../../../common/clock.ts';
import { Batch, type BatchDocument, newBatch } from '../../../common/models/batches.ts';
import { type Addressee, Delivery, newDelivery } from '../../../common/models/deliveries.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import { insertAtOnce } from '../../../common/store/bulk-insert.ts';
import { reserveIds } from '../../../common/store/ids.ts';

/** Rows of a batch. Measured: larger batches gain nothing, and batches of 100 cost a third. */
const BATCH_DELIVERIES = 500;
let batchRows = BATCH_DELIVERIES;
/** Rows of a batch. */
export const batchDeliveries = (): number => batchRows;
/** For tests. */
export const useBatchDeliveries = (deliveries = BATCH_DELIVERIES): void => void (batchRows = deliveries);

type NewBatch = Pick<BatchDocument, 'state'> &
  Partial<Pick<BatchDocument, 'free_at' | 'dirty_at' | 'moves' | 'handing_until'>>;

/** The delivery of the person at index `i` has the id `first + i`, except for duplicates. */
export async function insertDeliveries(
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
  people: readonly Addressee[],
  fresh: NewBatch,
) {
  const batchCount = Math.ceil(people.length / batchRows);
  const [firstId, firstBatch] = await Promise.all([
    reserveIds('deliveries', people.length),
    reserveIds('batches', batchCount),
  ]);
  const { _id: key, user_id } = mailing;
  const at = now();
  const batches = Array.from({ length: batchCount }, (_, index): BatchDocument => {
    const size = Math.min(batchRows, people.length - index * batchRows);
    const first = firstId + index * batchRows;
    const range = { first, last: first + size - 1 };
    return { ...newBatch({ _id: firstBatch + index, mailing: key, user_id, ...range }, at), ...fresh };
  });
  const deliveries = people.map((person, index) =>
    newDelivery(firstId + index, mailing, firstBatch + Math.floor(index / batchRows), person),
  );
  // Batches first: a row without a batch would never be delivered.
  await Batch.of(user_id).insertMany(batches);
  const duplicates = await insertAtOnce(Delivery.of(user_id), deliveries);
  const ids = batches.map((batch) => batch._id);
  if (duplicates.length > 0) {
    await Batch.of(user_id).updateMany({ _id: { $in: ids } }, { $set: { dirty_at: now() } });
  }
  return { first: firstId, batches: ids, duplicates };
}
