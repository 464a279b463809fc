import { markEnrollments } from '../../../common/changes/enrollment-counts.ts';
import { leave } from '../../../common/changes/enrollments.ts';
import { now } from '../../../common/clock.ts';
import { Automation, type AutomationDocument } from '../../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../../common/models/enrollments.ts';
import type { BulkWrite } from '../../../common/store/collection.ts';
import { ofAllAccounts, sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { type StepWorker, stepByStep } from '../../runtime/turn.ts';
import { giveUpAutomation } from '../give-up.ts';
import { readPlan, standingAfter } from '../plan.ts';

/** Automations whose emails changed after the waits of their enrollments were computed. */
const UNPLANNED = { replan_at: { $type: 'date' } } as const;
const CHUNK = 1000;
/** Milliseconds during which enrollments of an older plan may still be stored; the job looks again until then. */
const SETTLED_MS = 60_000;

/** Needs no checkpoint, as its query excludes the newest plan. Ends all enrollments of a deleted automation. */
export default defineJob('automation-replan', {
  doing: 'Computing who waits for which email',
  due: {
    signs: [sign(Automation, UNPLANNED)],
    find: async () =>
      (await ofAllAccounts(Automation, UNPLANNED)).map(({ _id, user_id }) => ({
        automationId: _id,
        userId: user_id,
      })),
  },
  async run({ automationId, userId }, worker: StepWorker) {
    const automations = Automation.of(userId);
    return stepByStep('automation-replan', worker, async () => {
      const automation = await automations.findOne({ _id: automationId });
      if (!automation?.replan_at) return false;
      const found = await Enrollment.of(userId)
        .find({
          automation_id: automationId,
          state: 'waiting',
          ...(automation.deleted_at === null && { plan: { $lt: automation.plan } }),
        })
        .hint({ user_id: 1, automation_id: 1, plan: 1 })
        .limit(CHUNK)
        .toArray();
      if (found.length > 0) {
        const ids = found.map((enrollment) => enrollment._id);
        if (automation.deleted_at === null) await replan(automation, found, ids);
        else await leave(automation, ids, 'automation_deleted');
        return true;
      }
      if (now().getTime() - automation.replan_at.getTime() > SETTLED_MS) {
        await automations.updateOne(
          { _id: automationId, replan_at: automation.replan_at },
          { $set: { replan_at: null } },
        );
      }
      return false;
    });
  },
  giveUp: ({ automationId, userId }, failure, worker) =>
    giveUpAutomation(userId, automationId, failure, worker),
});

async function replan(
  automation: AutomationDocument,
  found: readonly EnrollmentDocument[],
  ids: readonly number[],
): Promise<void> {
  const plan = await readPlan(automation);
  const at = now();
  await markEnrollments(automation.user_id, automation._id, ids);
  await Enrollment.of(automation.user_id).bulkWrite(
    found.map(({ _id, after, since, delivery_id, plan: before }): BulkWrite<EnrollmentDocument> => {
      const change = delivery_id === null ? standingAfter(plan, after, since, at) : { plan: plan.number };
      return {
        // If the enrollment moved meanwhile, it has the newest plan or is found again.
        updateOne: {
          filter: { _id, state: 'waiting', delivery_id, after, plan: before },
          update: { $set: change },
        },
      };
    }),
    { ordered: false },
  );
}
