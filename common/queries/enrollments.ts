import { Automation } from '../models/automations.ts';
import { Enrollment } from '../models/enrollments.ts';
import { rows } from '../mongo.ts';

/**
 * Ends the way of people through all automations that they opted out of: those of a group, or all of the account's
 * (`groupId` null). Without it they would leave when their next email is due, unless they had opted in again by then.
 */
export async function endByOptOut(
  userId: number,
  groupId: number | null,
  addresses: readonly string[],
): Promise<void> {
  const automations = await rows(Automation).distinct('_id', {
    user_id: userId,
    live_at: { $ne: null },
    deleted_at: null,
    ...(groupId !== null && { unsubscribe_group_id: groupId }),
  });
  if (automations.length === 0) return;
  await rows(Enrollment).updateMany(
    { automation_id: { $in: automations }, email_norm: { $in: [...addresses] }, state: 'waiting' },
    { $set: { state: 'left', reason: 'unsubscribed', schedule_id: null, due_at: null, delivery_id: null } },
  );
}
