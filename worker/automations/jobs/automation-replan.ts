import { markEnrollments } from '../../../common/changes/enrollment-counts.ts';
import { leave } from '../../../common/changes/enrollments.ts';
import { now } from '../../../common/clock.ts';
import { Automation, type AutomationDocument } from '../../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../../common/models/enrollments.ts';
import type { BulkWrite } from '../../../common/store/collection.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { giveUpAutomation } from '../give-up.ts';
import { readPlan, standingAfter } from '../plan.ts';

/** Automations whose emails changed since it was computed who waits for which, as a filter. */
const UNPLANNED = { replan_at: { $type: 'date' } } as const;
const CHUNK = 1000;
/** For so many milliseconds enrollments by an older plan may still be stored; during this time the job looks again. */
const SETTLED_MS = 60_000;

/**
 * Computes again which email each contact of an automation waits for, and until when, after the emails changed. If the
 * automation was deleted, it ends all enrollments. It needs no checkpoint, because it does not find enrollments of the newest plan.
 */
export default defineJob('automation-replan', {
  doing: 'Computing who waits for which email',
  due: {
    signs: [sign(Automation, UNPLANNED)],
    find: async () => {
      const unplanned = await Automation.distinct('_id', UNPLANNED);
      return unplanned.map((automationId) => ({ automationId }));
    },
  },
  async run({ automationId }, { stopping }: Pick<WorkerContext, 'stopping'>) {
    while (!stopping.aborted) {
      const automation = await Automation.findOne({ _id: automationId });
      if (!automation?.replan_at) return;
      const found = await Enrollment.find({
        automation_id: automationId,
        state: 'waiting',
        ...(automation.deleted_at === null && { plan: { $lt: automation.plan } }),
      })
        .hint({ automation_id: 1, plan: 1 })
        .limit(CHUNK)
        .toArray();
      if (found.length > 0) {
        if (automation.deleted_at === null) await replan(automation, found);
        else {
          await leave(
            automationId,
            found.map((enrollment) => enrollment._id),
            'automation_deleted',
          );
        }
        continue;
      }
      if (now().getTime() - automation.replan_at.getTime() > SETTLED_MS) {
        await Automation.updateOne(
          { _id: automationId, replan_at: automation.replan_at },
          { $set: { replan_at: null } },
        );
      }
      return;
    }
  },
  giveUp: ({ automationId }, failure, worker) => giveUpAutomation(automationId, failure, worker),
});

async function replan(automation: AutomationDocument, found: readonly EnrollmentDocument[]): Promise<void> {
  const plan = await readPlan(automation);
  const at = now();
  await markEnrollments(
    automation._id,
    found.map((enrollment) => enrollment._id),
  );
  await Enrollment.bulkWrite(
    found.map(({ _id, after, since, delivery_id, plan: before }): BulkWrite<EnrollmentDocument> => {
      // The enrollment waits for the outcome of an email that is being sent.
      const change = delivery_id === null ? standingAfter(plan, after, since, at) : { plan: plan.number };
      return {
        // An enrollment that moved on meanwhile is found again, or moved by the newest plan.
        updateOne: {
          filter: { _id, state: 'waiting', delivery_id, after, plan: before },
          update: { $set: change },
        },
      };
    }),
    { ordered: false },
  );
}
