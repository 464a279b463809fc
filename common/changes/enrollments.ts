import { now } from '../clock.ts';
import { idsBy } from '../domain/ids-by.ts';
import { Automation, type AutomationDocument } from '../models/automations.ts';
import { Enrollment, type EnrollmentDocument, type LeftReason } from '../models/enrollments.ts';
import { sharedQuestion } from '../store/shared-question.ts';
import { markEnrollments } from './enrollment-counts.ts';

/** Of a group, or of the account (`groupId` null). Otherwise they would leave at their next email, unless they had opted in again. */
export async function endByOptOut(
  userId: number,
  groupId: number | null,
  addresses: readonly string[],
): Promise<void> {
  const automations = await liveAutomations(userId, groupId);
  if (automations.length === 0) return;
  const waiting = await Enrollment.of(userId)
    .find({
      automation_id: { $in: [...automations] },
      email_norm: { $in: [...addresses] },
      state: 'waiting',
    })
    .project<Pick<EnrollmentDocument, '_id' | 'automation_id'>>({ automation_id: 1 })
    .toArray();
  for (const [automationId, ids] of idsBy(waiting, (enrollment) => enrollment.automation_id)) {
    await leave({ user_id: userId, _id: automationId }, ids, 'unsubscribed');
  }
}

const liveAutomations = sharedQuestion(
  (userId: number, groupId: number | null) => `${userId} ${groupId}`,
  async (userId, groupId): Promise<readonly number[]> =>
    Automation.of(userId).distinct('_id', {
      live_at: { $ne: null },
      deleted_at: null,
      ...(groupId !== null && { unsubscribe_group_id: groupId }),
    }),
);

export async function leave(
  { user_id, _id }: Pick<AutomationDocument, 'user_id' | '_id'>,
  ids: readonly number[],
  reason: LeftReason,
): Promise<void> {
  if (ids.length === 0) return;
  await markEnrollments(user_id, _id, ids);
  await Enrollment.of(user_id).updateMany(
    { _id: { $in: [...ids] }, state: 'waiting' },
    { $set: { state: 'left', reason, schedule_id: null, due_at: null, delivery_id: null, ended_at: now() } },
  );
}
