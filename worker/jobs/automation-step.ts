import { now } from '../../common/clock.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { AUTOMATION_STATUS, Automation } from '../../common/models/automations.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { rows } from '../../common/mongo.ts';
import { holdOfEmail } from '../../common/queries/email-holds.ts';
import { checkOut } from '../automations/check-out.ts';
import { emailMailing } from '../automations/email-mailing.ts';
import { findEmail } from '../automations/find-email.ts';
import { handIn } from '../automations/hand-in.ts';
import type { WorkerContext } from '../context.ts';
import { ringSlices } from '../delivery/ring-slices.ts';
import { standstillOf } from '../delivery/standstill.ts';

/** People who are checked, written and rung for together: two batches. */
const SLICE = 1000;
/** How long one email keeps others waiting, in milliseconds; the sweep rings for what is left. */
const TURN_MS = 5000;

/**
 * Writes deliveries of an automation's email to those who are due, the longest first, a slice at a time. Who must not
 * get it leaves; what must wait (a pause, a sender that is not verified, an empty template) stays due.
 */
export async function automationStep(
  { scheduleId }: JobPayloads['automation-step'],
  worker: WorkerContext,
): Promise<void> {
  const email = await findEmail(scheduleId);
  if (typeof email === 'string' || (await holdOfEmail(email.schedule)) !== null) return;
  const { automation } = email;
  if ((await standstillOf(automation.user_id, worker.config)) !== null) return;
  const mailing = await emailMailing(email, worker);
  if (!mailing || mailing.stopped || mailing.paused_reason !== null) return;
  const ends = performance.now() + TURN_MS;
  while (!worker.stopping.aborted && performance.now() < ends) {
    const due = await rows(Enrollment)
      .find({
        schedule_id: scheduleId,
        // The index wants the type said.
        due_at: { $type: 'date', $lte: now() },
        // By an older plan it may not be their turn.
        plan: automation.plan,
      })
      .sort({ due_at: 1 })
      .limit(SLICE)
      .toArray();
    if (due.length === 0 || !(await isLive(automation._id))) return;
    await handIn(mailing, await checkOut(automation, due));
    await ringSlices(worker.ring, mailing._id);
  }
}

const isLive = async (id: number): Promise<boolean> =>
  (await rows(Automation).countDocuments(
    { _id: id, status: AUTOMATION_STATUS.live, deleted_at: null, hold_reason: null },
    { limit: 1 },
  )) === 1;
