import { now } from '../../common/clock.ts';
import { failpoint } from '../../common/config/failpoints.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { Mailing } from '../../common/models/mailings.ts';
import type { BulkWrite } from '../../common/store/collection.ts';
import { insertDeliveries } from '../sending/ledger/insert-deliveries.ts';
import { setMoves } from './batch-moves.ts';
import type { EmailMailing } from './email-mailing.ts';

/** No worker leases a batch that is being filled, or passes on its outcomes, for so long. Then its worker must be dead. */
const FILLING_MS = 30_000;

/** Idempotent: the index on mailing and address is unique, and an enrollment whose row exists gets the id of that row. */
export async function createDeliveries(
  mailing: EmailMailing,
  due: readonly EnrollmentDocument[],
): Promise<void> {
  if (due.length === 0) return;
  const { user_id: account } = mailing;
  await reopen(mailing);
  const at = now();
  const filled = new Date(at.getTime() + FILLING_MS);
  const written = await insertDeliveries(mailing, due, {
    state: 'ready',
    free_at: filled,
    dirty_at: at,
    moves: true,
    handing_until: filled,
  });
  failpoint('mid-enrollment');
  const ids = due.map((_, index) => written.first + index);
  const touched = new Set(written.batches);
  if (written.duplicates.length > 0) {
    const addresses = written.duplicates.map((index) => due[index]!.email_norm);
    const before = await Delivery.of(account)
      .find({ mailing: mailing._id, email_norm: { $in: addresses } })
      .project<{ _id: number; batch: number; email_norm: string }>({ batch: 1, email_norm: 1 })
      .toArray();
    const byAddress = new Map(before.map((row) => [row.email_norm, row._id]));
    for (const index of written.duplicates) ids[index] = byAddress.get(due[index]!.email_norm)!;
    const batches = new Set(before.map((row) => row.batch));
    for (const batch of batches) touched.add(batch);
    // Another worker may be passing on these batches without these enrollments. The mark repeats that, even after a crash.
    await setMoves(account, [...batches], filled);
  }
  await Enrollment.of(account).bulkWrite(
    due.map(
      ({ _id, schedule_id }, index): BulkWrite<EnrollmentDocument> => ({
        updateOne: {
          filter: { _id, state: 'waiting', schedule_id, delivery_id: null },
          update: { $set: { delivery_id: ids[index]!, due_at: null } },
        },
      }),
    ),
    { ordered: false },
  );
  failpoint('mid-enrollment');
  // Some rows may have got their outcome before their enrollments had the id of the delivery. Pass these on now.
  await Batch.of(account).updateMany({ _id: { $in: [...touched] } }, [
    {
      $set: {
        moves: true,
        moves_no: { $add: [{ $ifNull: ['$moves_no', 0] }, 1] },
        handing_until: '$$REMOVE',
        free_at: { $cond: [{ $eq: ['$lease_token', null] }, { $min: ['$free_at', now()] }, '$free_at'] },
      },
    },
  ]);
  await reopen(mailing);
}

/** Before and after rows are added: a worker that is about to close the mailing sees that `writes` changed. */
async function reopen({ _id, user_id }: EmailMailing): Promise<void> {
  await Mailing.of(user_id).updateOne(
    { _id },
    { $set: { state: 'open', opened_at: now() }, $inc: { writes: 1 } },
  );
}
