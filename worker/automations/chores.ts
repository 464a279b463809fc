import { stoppedAccounts } from '../../common/accounts/stopped.ts';
import { resumeMailing } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../../common/models/automations.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { Mailing, type PauseReason } from '../../common/models/mailings.ts';
import { holdOfEmail } from '../../common/queries/email-holds.ts';
import { believedStop } from '../../common/quotas/sending.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { type Chore, eachApart, sign } from '../runtime/chore.ts';
import { emailMailing } from './email-mailing.ts';
import { findEmail } from './find-email.ts';

const GOING = { status: AUTOMATION_STATUS.live, deleted_at: null, hold_reason: null } as const;

/** Rings for emails of live automations with a due enrollment. It reads one index entry for each email. */
const ringSteps: Chore = {
  name: 'ringSteps',
  signs: [sign(Automation, GOING)],
  async run({ ring }) {
    const stopped = await stoppedAccounts();
    const live = await everywhere(Automation, 'sweep').distinct('_id', {
      ...(stopped.length > 0 && { user_id: { $nin: stopped } }),
      ...GOING,
    });
    if (live.length === 0 || (await believedStop())) return;
    const due = everywhere(AutomationSchedule, 'sweep').aggregate<{ _id: number; user_id: number }>([
      { $match: { automation_id: { $in: live } } },
      { $project: { user_id: 1 } },
      {
        $lookup: {
          from: Enrollment.name,
          localField: '_id',
          foreignField: 'schedule_id',
          let: { account: '$user_id' },
          pipeline: [
            {
              $match: {
                due_at: { $type: 'date', $lte: now() },
                $expr: { $eq: ['$user_id', '$$account'] },
              },
            },
            { $limit: 1 },
            { $project: { _id: 1 } },
          ],
          as: 'due',
        },
      },
      { $match: { due: { $ne: [] } } },
      { $project: { user_id: 1 } },
    ]);
    for await (const { _id: scheduleId, user_id: userId } of due) {
      await ring('automation-step', { scheduleId, userId });
    }
  },
};

const PAUSED = {
  state: 'open' as const,
  automation_id: { $gt: 0 },
  paused_reason: {
    $in: ['person', 'sender_deleted', 'sender_address', 'sender_unverified'] as PauseReason[],
  },
};

const resumeEmails: Chore = {
  name: 'resumeEmails',
  signs: [sign(Mailing, PAUSED)],
  async run(worker) {
    const paused = await everywhere(Mailing, 'sweep')
      .find(PAUSED)
      .project<{ _id: string; user_id: number; schedule_id: number }>({ user_id: 1, schedule_id: 1 })
      .toArray();
    await eachApart(paused, worker, async ({ _id, user_id, schedule_id }) => {
      const email = await findEmail(user_id, schedule_id);
      if (email === 'paused') return;
      // A slice stops the mailing of a deleted email.
      if (email !== 'gone') {
        if ((await holdOfEmail(email.schedule)) !== null) return;
        await emailMailing(email, worker);
      }
      await resumeMailing(user_id, _id);
    });
  },
};

export const AUTOMATION_CHORES: readonly Chore[] = [ringSteps, resumeEmails];
