import { note } from '../../common/changes/notices.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { End, JobFailure } from '../runtime/job.ts';

/** Holds an automation: it sends no mail until it is set live again. Contacts still enter. */
export async function giveUpAutomation(
  account: number,
  id: number,
  { detail, since }: JobFailure,
  { log }: WorkerContext,
): Promise<End> {
  const automations = Automation.of(account);
  const automation = await automations.findOne({ _id: id, deleted_at: null }, { projection: { _id: 1 } });
  // The automation was deleted, so only the operator can act.
  if (!automation) return 'later';
  await note(
    {
      kind: 'automation-paused',
      user_id: account,
      subject: id,
      occasion: `failed-${since.getTime()}`,
      facts: { reason: 'failed' },
    },
    log,
  );
  await automations.updateOne(
    { _id: id, deleted_at: null, $or: [{ hold_reason: null }, { hold_reason: 'failed' }] },
    { $set: { hold_reason: 'failed', hold_detail: detail } },
  );
  return 'held';
}

export async function giveUpEmail(
  account: number,
  scheduleId: number,
  failure: JobFailure,
  worker: WorkerContext,
): Promise<End> {
  const email = await AutomationSchedule.of(account).findOne(
    { _id: scheduleId },
    { projection: { automation_id: 1 } },
  );
  return email ? giveUpAutomation(account, email.automation_id, failure, worker) : 'later';
}
