import { pauseMailing, stopMailings } from '../../common/changes/mailings.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../../common/models/automations.ts';
import type { MailingDocument } from '../../common/models/mailings.ts';
import { holdOfEmail } from '../../common/queries/email-holds.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { emailMailing, type LiveEmail } from './email-mailing.ts';

/** An email and its automation. `gone`: one of them was deleted. `paused`: the automation is held or not live. */
export async function findEmail(account: number, scheduleId: number): Promise<LiveEmail | 'gone' | 'paused'> {
  const schedule = await AutomationSchedule.of(account).findOne({ _id: scheduleId });
  const automation =
    schedule && (await Automation.of(account).findOne({ _id: schedule.automation_id, deleted_at: null }));
  if (!automation) return 'gone';
  const sends = automation.status === AUTOMATION_STATUS.live && !automation.hold_reason;
  return sends ? { automation, schedule } : 'paused';
}

/** Stopped if its email was deleted. Null while it waits: its automation is paused, or its content is empty. */
export async function asOfNow<
  Read extends Pick<MailingDocument, '_id' | 'user_id' | 'schedule_id' | 'stopped'>,
>(mailing: Read, worker: WorkerContext): Promise<Read | null> {
  if (mailing.schedule_id === null || mailing.stopped) return mailing;
  const email = await findEmail(mailing.user_id, mailing.schedule_id);
  if (email === 'gone') {
    await stopMailings(mailing.user_id, [mailing._id]);
    return { ...mailing, stopped: true };
  }
  if (email === 'paused') {
    await pauseMailing(mailing.user_id, mailing._id, 'person');
    return null;
  }
  if ((await holdOfEmail(email.schedule)) === 'sender_address') {
    await pauseMailing(mailing.user_id, mailing._id, 'sender_address');
    return null;
  }
  const fresh = await emailMailing(email, worker);
  return fresh && { ...mailing, ...fresh };
}
