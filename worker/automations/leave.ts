import { Enrollment, type LeftReason } from '../../common/models/enrollments.ts';
import { rows } from '../../common/mongo.ts';

/** Ends the way of these enrollments through their automation. */
export async function leave(ids: readonly number[], reason: LeftReason): Promise<void> {
  if (ids.length === 0) return;
  await rows(Enrollment).updateMany(
    { _id: { $in: [...ids] }, state: 'waiting' },
    { $set: { state: 'left', reason, schedule_id: null, due_at: null, delivery_id: null } },
  );
}
