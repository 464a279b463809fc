import { markEnrollments } from '../../../common/changes/enrollment-counts.ts';
import { now } from '../../../common/clock.ts';
import { Automation, type AutomationDocument } from '../../../common/models/automations.ts';
import { EnrollmentCount } from '../../../common/models/enrollment-counts.ts';
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

/** Needs no checkpoint, as its query excludes the newest plan. Removes all enrollments of a deleted automation. */
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
      const isGone = automation.deleted_at !== null;
      const isLeft = isGone ? await removeSome(automation) : await replanSome(automation);
      if (isLeft) return true;
      if (now().getTime() - automation.replan_at.getTime() > SETTLED_MS) {
        if (isGone) await EnrollmentCount.deleteMany({ automation_id: automationId });
        await automations.updateOne(
          { _id: automationId, replan_at: automation.replan_at },
          { $set: { replan_at: null, ...(isGone && { tallies: [], tallies_dirty_at: null }) } },
        );
      }
      return false;
    });
  },
  giveUp: ({ automationId, userId }, failure, worker) =>
    giveUpAutomation(userId, automationId, failure, worker),
});

/** They count in `derived_rows` until then, and no call shows them. False: there was none. */
async function removeSome({ _id: automation_id, user_id }: AutomationDocument): Promise<boolean> {
  const found = await Enrollment.of(user_id)
    .find({ automation_id })
    .project<Pick<EnrollmentDocument, '_id'>>({ _id: 1 })
    .limit(CHUNK)
    .toArray();
  if (found.length === 0) return false;
  const ids = found.map(({ _id }) => _id);
  await markEnrollments(user_id, automation_id, ids);
  await Enrollment.of(user_id).deleteMany({ _id: { $in: ids } });
  return true;
}

/** False: none has an older plan. */
async function replanSome(automation: AutomationDocument): Promise<boolean> {
  const { _id: automation_id, user_id } = automation;
  const found = await Enrollment.of(user_id)
    .find({ automation_id, state: 'waiting', plan: { $lt: automation.plan } })
    .hint({ user_id: 1, automation_id: 1, plan: 1 })
    .limit(CHUNK)
    .toArray();
  if (found.length === 0) return false;
  const plan = await readPlan(automation);
  const at = now();
  await markEnrollments(
    user_id,
    automation_id,
    found.map(({ _id }) => _id),
  );
  await Enrollment.of(user_id).bulkWrite(
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
  return true;
}
