import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { subjectOfAutomation, subjectOfSchedule } from '../../../common/jobs/subjects.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';

export const livingAutomation = (utr: string) => ({ utr, deleted_at: null }) as const;

/** The subjects of all jobs of these automations: the automations, their emails and the emails' mailings. */
export async function subjectsOfAutomations(
  userId: number,
  automationIds: readonly number[],
): Promise<string[]> {
  const schedules = await AutomationSchedule.of(userId).distinct('_id', {
    automation_id: { $in: [...automationIds] },
  });
  return [
    ...automationIds.map(subjectOfAutomation),
    ...schedules.flatMap((id) => [subjectOfSchedule(id), mailingOfEmail(id)]),
  ];
}

export async function countSchedules(
  userId: number,
  automationIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await AutomationSchedule.of(userId)
    .aggregate<{ _id: number; count: number }>([
      { $match: { automation_id: { $in: [...automationIds] } } },
      { $group: { _id: '$automation_id', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

/** An email of an automation; null if the email or its automation does not exist. */
export async function findSchedule(userId: number, utr: string) {
  const schedule = await AutomationSchedule.of(userId).findOne({ utr });
  if (!schedule) return null;
  const living = { _id: schedule.automation_id, deleted_at: null };
  return (await Automation.of(userId).findOne(living, { projection: { _id: 1 } })) && schedule;
}
