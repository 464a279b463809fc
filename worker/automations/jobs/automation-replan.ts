import { markEnrollments } from '../../../common/changes/enrollment-counts.ts';
import { leave } from '../../../common/changes/enrollments.ts';
import { now } from '../../../common/clock.ts';
import { Automation, type AutomationDocument } from '../../../common/models/automations.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
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
const REMOVED = { removing_since: { $type: 'date' } } as const;
const CHUNK = 1000;
/** Milliseconds during which enrollments of an older plan may still be stored; the job looks again until then. */
const SETTLED_MS = 60_000;

/** Needs no checkpoint, as its query excludes the newest plan. Removes all enrollments of a deleted automation. */
export default defineJob('automation-replan', {
  doing: 'Computing who waits for which email',
  due: {
    signs: [sign(Automation, UNPLANNED), sign(Automation, REMOVED)],
    find: async () =>
      [...(await ofAllAccounts(Automation, UNPLANNED)), ...(await ofAllAccounts(Automation, REMOVED))].map(
        ({ _id, user_id }) => ({ automationId: _id, userId: user_id }),
      ),
  },
  async run({ automationId, userId }, worker: StepWorker) {
    const automations = Automation.of(userId);
    return stepByStep('automation-replan', worker, async () => {
      const automation = await automations.findOne({ _id: automationId });
      if (!automation) return false;
      const { replan_at, removing_since, deleted_at } = automation;
      // An older version deletes without the second mark.
      const since = removing_since ?? replan_at;
      if (!since) return false;
      const isLeft = deleted_at === null ? await replanSome(automation) : await removeSome(automation);
      if (isLeft) return true;
      if (now().getTime() - since.getTime() <= SETTLED_MS) return false;
      if (deleted_at === null) {
        await automations.updateOne({ _id: automationId, replan_at }, { $set: { replan_at: null } });
        return false;
      }
      await EnrollmentCount.deleteMany({ automation_id: automationId });
      await automations.updateOne(
        { _id: automationId },
        { $set: { replan_at: null, tallies: [], tallies_dirty_at: null }, $unset: { removing_since: '' } },
      );
      return false;
    });
  },
  giveUp: ({ automationId, userId }, failure, worker) =>
    giveUpAutomation(userId, automationId, failure, worker),
});

type Former = Pick<EnrollmentDocument, '_id' | 'contact_id' | 'email_norm'>;

/**
 * They count in `derived_rows` until then, and no call shows them but the export of a person, which finds her former addresses in them:
 * those stay, and end. False: there was none.
 */
async function removeSome(automation: AutomationDocument): Promise<boolean> {
  const { _id: automation_id, user_id } = automation;
  const found = await Enrollment.of(user_id)
    .find({ automation_id, kept: { $exists: false } })
    .project<Former>({ contact_id: 1, email_norm: 1 })
    .limit(CHUNK)
    .toArray();
  if (found.length === 0) return false;
  const former = await withFormerAddress(user_id, found);
  const gone = found.flatMap(({ _id }) => (former.has(_id) ? [] : _id));
  await markEnrollments(user_id, automation_id, gone);
  await Enrollment.of(user_id).deleteMany({ _id: { $in: gone } });
  await leave(automation, [...former], 'automation_deleted');
  await Enrollment.of(user_id).updateMany({ _id: { $in: [...former] } }, { $set: { kept: true } });
  return true;
}

/** The ids of those whose contact has another address now. */
async function withFormerAddress(userId: number, found: readonly Former[]): Promise<ReadonlySet<number>> {
  const ids = found.flatMap(({ contact_id: id }) => id ?? []);
  const contacts = await Contact.of(userId)
    .find({ _id: { $in: ids } })
    .project<Pick<ContactDocument, '_id' | 'email_norm'>>({ email_norm: 1 })
    .toArray();
  const addresses = new Map(contacts.map(({ _id, email_norm }) => [_id, email_norm]));
  const isFormer = ({ contact_id: id, email_norm }: Former): boolean =>
    id !== null && addresses.has(id) && addresses.get(id) !== email_norm;
  return new Set(found.filter(isFormer).map(({ _id }) => _id));
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
