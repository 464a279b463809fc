import { note } from '../../common/changes/notices.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { End, JobFailure } from '../runtime/job.ts';

/** Holds an automation: it sends no mail until it is set live again. Contacts still enter. */
export async function giveUpAutomation(
  id: number,
  { detail, since }: JobFailure,
  { log }: WorkerContext,
): Promise<End> {
  const automation = await Automation.findOne({ _id: id, deleted_at: null }, { projection: { user_id: 1 } });
  // The automation was deleted, so only the operator can act.
  if (!automation) return 'later';
  await note(
    {
      kind: 'automation-paused',
      user_id: automation.user_id,
      subject: id,
      occasion: `failed-${since.getTime()}`,
      facts: { reason: 'failed' },
    },
    log,
  );
  await Automation.updateOne(
    { _id: id, deleted_at: null, $or: [{ hold_reason: null }, { hold_reason: 'failed' }] },
    { $set: { hold_reason: 'failed', hold_detail: detail } },
  );
  return 'held';
}

export async function giveUpEmail(
  scheduleId: number,
  failure: JobFailure,
  worker: WorkerContext,
): Promise<End> {
  const email = await AutomationSchedule.findOne({ _id: scheduleId }, { projection: { automation_id: 1 } });
  return email ? giveUpAutomation(email.automation_id, failure, worker) : 'later';
}
