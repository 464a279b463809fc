import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { subjectOfAutomation, subjectOfSchedule } from '../../../common/jobs/subjects.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';

export const livingAutomation = (userId: number, utr: string) =>
  ({ user_id: userId, utr, deleted_at: null }) as const;

/** The subjects of all jobs of these automations: the automations, their emails and the emails' mailings. */
export async function subjectsOfAutomations(automationIds: readonly number[]): Promise<string[]> {
  const schedules = await AutomationSchedule.distinct('_id', {
    automation_id: { $in: [...automationIds] },
  });
  return [
    ...automationIds.map(subjectOfAutomation),
    ...schedules.flatMap((id) => [subjectOfSchedule(id), mailingOfEmail(id)]),
  ];
}

export async function countSchedules(automationIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await AutomationSchedule.aggregate<{ _id: number; count: number }>([
    { $match: { automation_id: { $in: [...automationIds] } } },
    { $group: { _id: '$automation_id', count: { $sum: 1 } } },
  ]).toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

/** An email of an automation; null if the email or its automation does not exist. */
export async function findSchedule(userId: number, utr: string) {
  const schedule = await AutomationSchedule.findOne({ user_id: userId, utr });
  if (!schedule) return null;
  const living = { _id: schedule.automation_id, user_id: userId, deleted_at: null };
  return (await Automation.findOne(living, { projection: { _id: 1 } })) && schedule;
}
