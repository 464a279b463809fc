import type { AnyBulkWriteOperation } from 'mongodb';
import { now } from '../../common/clock.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { rows } from '../../common/mongo.ts';
import { markEnrollments } from '../../common/queries/enrollment-counts.ts';
import { leave } from '../../common/queries/enrollments.ts';
import { readPlan, standingAfter } from '../automations/plan.ts';
import type { WorkerContext } from '../context.ts';

const CHUNK = 1000;
/** Who entered by an older plan may be on their way into the store for this long: it is looked again until then. */
const SETTLED_MS = 60_000;

/**
 * Reckons anew who waits for which email of an automation until when, after its emails changed; of one that was deleted
 * it ends all. It needs no checkpoint: who was reckoned by the newest plan is no longer found.
 */
export async function automationReplan(
  { automationId }: JobPayloads['automation-replan'],
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<void> {
  while (!stopping.aborted) {
    const automation = await rows(Automation).findOne({ _id: automationId });
    if (!automation?.replan_at) return;
    const found = await rows(Enrollment)
      .find({
        automation_id: automationId,
        state: 'waiting',
        ...(automation.deleted_at === null && { plan: { $lt: automation.plan } }),
      })
      .hint({ automation_id: 1, plan: 1 })
      .limit(CHUNK)
      .toArray();
    if (found.length > 0) {
      if (automation.deleted_at === null) await reckonAnew(automation, found);
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
      await rows(Automation).updateOne(
        { _id: automationId, replan_at: automation.replan_at },
        { $set: { replan_at: null } },
      );
    }
    return;
  }
}

async function reckonAnew(
  automation: AutomationDocument,
  found: readonly EnrollmentDocument[],
): Promise<void> {
  const plan = await readPlan(automation);
  await markEnrollments(
    automation._id,
    found.map((enrollment) => enrollment._id),
  );
  await rows(Enrollment).bulkWrite(
    found.map(
      ({ _id, after, since, delivery_id, plan: before }): AnyBulkWriteOperation<EnrollmentDocument> => {
        // Whose email is on its way is reckoned when that has its outcome.
        const change = delivery_id === null ? standingAfter(plan, after, since) : { plan: plan.number };
        return {
          // Who moved on meanwhile is found again, or did so by the newest plan.
          updateOne: {
            filter: { _id, state: 'waiting', delivery_id, after, plan: before },
            update: { $set: change },
          },
        };
      },
    ),
    { ordered: false },
  );
}
