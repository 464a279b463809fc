import { resumeMailing } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../../common/models/automations.ts';
import { Batch } from '../../common/models/batches.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo/connection.ts';
import { holdOfEmail } from '../../common/queries/email-holds.ts';
import { believedStop } from '../../common/quotas/sending.ts';
import { suspendedAccounts } from '../../common/quotas/standing.ts';
import { type Chore, eachApart } from '../chore.ts';
import { emailMailing } from './email-mailing.ts';
import { findEmail } from './find-email.ts';

/** Rings for emails of live automations with a due enrollment. For each email it reads the first entry of an index. */
const ringSteps: Chore = async ({ ring }) => {
  const suspended = await suspendedAccounts();
  const live = await rows(Automation).distinct('_id', {
    ...(suspended.length > 0 && { user_id: { $nin: suspended } }),
    status: AUTOMATION_STATUS.live,
    deleted_at: null,
    hold_reason: null,
  });
  if (live.length === 0 || (await believedStop())) return;
  const due = rows(AutomationSchedule).aggregate<{ _id: number }>([
    { $match: { automation_id: { $in: live } } },
    { $project: { _id: 1 } },
    {
      $lookup: {
        from: Enrollment.collection.collectionName,
        localField: '_id',
        foreignField: 'schedule_id',
        pipeline: [
          { $match: { due_at: { $type: 'date', $lte: now() } } },
          { $limit: 1 },
          { $project: { _id: 1 } },
        ],
        as: 'due',
      },
    },
    { $match: { due: { $ne: [] } } },
    { $project: { _id: 1 } },
  ]);
  for await (const { _id: scheduleId } of due) {
    await ring('automation-step', { scheduleId });
  }
};

/** Rings for batches with outcomes that enrollments still wait for. */
const ringAdvances: Chore = async ({ ring }) => {
  for (const mailing of await rows(Batch).distinct('mailing', { state: 'done', moves: true })) {
    await ring('automation-advance', { mailing });
  }
};

const ringWalks: Chore = async ({ ring }) => {
  for (const automationId of await rows(Automation).distinct('_id', { 'walk.at': { $type: 'date' } })) {
    await ring('automation-walk', { automationId });
  }
};

const ringReplans: Chore = async ({ ring }) => {
  for (const automationId of await rows(Automation).distinct('_id', { replan_at: { $type: 'date' } })) {
    await ring('automation-replan', { automationId });
  }
};

/** Resumes emails that were paused for their automation or their sender, once that reason is over. */
const resumeEmails: Chore = async (worker) => {
  const paused = await rows(Mailing)
    .find({
      state: 'open',
      automation_id: { $gt: 0 },
      paused_reason: { $in: ['person', 'sender_deleted', 'sender_address', 'sender_unverified'] },
    })
    .project<{ _id: string; schedule_id: number }>({ schedule_id: 1 })
    .toArray();
  await eachApart(paused, worker, async ({ _id, schedule_id }) => {
    const email = await findEmail(schedule_id);
    if (email === 'paused') return;
    // A deleted one is stopped by the slice that finds it so.
    if (email !== 'gone') {
      if ((await holdOfEmail(email.schedule)) !== null) return;
      await emailMailing(email, worker);
    }
    await resumeMailing(_id);
  });
};

/** What the sweep does for automations. */
export const AUTOMATION_CHORES: readonly Chore[] = [
  ringAdvances,
  ringSteps,
  ringWalks,
  ringReplans,
  resumeEmails,
];
