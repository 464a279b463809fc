import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { subjectOfAutomation, subjectOfSchedule } from '../../../common/jobs/subjects.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';

/** An automation of an account that is not deleted, as a filter. */
export const livingAutomation = (userId: number, utr: string) =>
  ({ user_id: userId, utr, deleted_at: null }) as const;

/** What all the jobs of these automations are about: themselves, their emails and the mailings of those. */
export async function subjectsOfAutomations(automationIds: readonly number[]): Promise<string[]> {
  const schedules = await AutomationSchedule.distinct('_id', {
    automation_id: { $in: [...automationIds] },
  });
  return [
    ...automationIds.map(subjectOfAutomation),
    ...schedules.flatMap((id) => [subjectOfSchedule(id), mailingOfEmail(id)]),
  ];
}

/** How many mails each of these automations has, by automation id; counted on an index. */
export async function countSchedules(automationIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await AutomationSchedule.aggregate<{ _id: number; count: number }>([
    { $match: { automation_id: { $in: [...automationIds] } } },
    { $group: { _id: '$automation_id', count: { $sum: 1 } } },
  ]).toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

/** A mail of an automation; null where there is none, or its automation was deleted. */
export async function findSchedule(userId: number, utr: string) {
  const schedule = await AutomationSchedule.findOne({ user_id: userId, utr });
  if (!schedule) return null;
  const living = { _id: schedule.automation_id, user_id: userId, deleted_at: null };
  return (await Automation.findOne(living, { projection: { _id: 1 } })) && schedule;
}
