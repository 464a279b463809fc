import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { now } from '../../../common/clock.ts';
import {
  AUTOMATION_STATUS,
  Automation,
  type AutomationDocument,
} from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { holdOfEmail } from '../../../common/queries/email-holds.ts';
import { defineJob } from '../../runtime/job.ts';
import { stepByStep } from '../../runtime/turn.ts';
import { ringSlices } from '../../sending/delivery/ring-slices.ts';
import { standstillOf } from '../../sending/standstill.ts';
import { createDeliveries } from '../create-deliveries.ts';
import { dropLeavers } from '../drop-leavers.ts';
import { emailMailing } from '../email-mailing.ts';
import { findEmail } from '../find-email.ts';
import { giveUpEmail } from '../give-up.ts';

const SLICE = 1000;
let sliceEnrollments = SLICE;
/** For tests. */
export const useAutomationSlice = (enrollments = SLICE): void => void (sliceEnrollments = enrollments);

/** A contact that must not get the email leaves. While the email must wait, its contacts stay due. */
export default defineJob('automation-step', {
  doing: 'Preparing an email for those who are due',
  async run({ scheduleId, userId }, worker) {
    const email = await findEmail(userId, scheduleId);
    if (typeof email === 'string' || (await holdOfEmail(email.schedule)) !== null) return undefined;
    const { automation } = email;
    if ((await standstillOf(userId, worker.config)) !== null) return undefined;
    const mailing = await emailMailing(email, worker);
    if (!mailing || mailing.stopped || mailing.paused_reason !== null) return undefined;
    const refs = mailing.must_be_in ? [mailing.must_be_in] : [];
    return stepByStep('automation-step', worker, async (isOver) => {
      if (!(await recordEngagementOf(userId, refs, isOver))) return true;
      const due = await Enrollment.of(userId)
        .find({
          schedule_id: scheduleId,
          // The query must name the type to use the partial index.
          due_at: { $type: 'date', $lte: now() },
          // An enrollment of an older plan may be due at another time.
          plan: automation.plan,
        })
        .sort({ due_at: 1 })
        .limit(sliceEnrollments)
        .toArray();
      if (due.length === 0 || !(await isLive(automation))) return false;
      await createDeliveries(mailing, await dropLeavers(automation, due));
      await ringSlices(worker.ring, mailing);
      return true;
    });
  },
  giveUp: ({ scheduleId, userId }, failure, worker) => giveUpEmail(userId, scheduleId, failure, worker),
});

const isLive = async ({ _id, user_id }: AutomationDocument): Promise<boolean> =>
  (await Automation.of(user_id).countDocuments(
    { _id, status: AUTOMATION_STATUS.live, deleted_at: null, hold_reason: null },
    { limit: 1 },
  )) === 1;
