import { markEnrollments } from '../../common/changes/enrollment-counts.ts';
import { now } from '../../common/clock.ts';
import { skipReasonOf } from '../../common/domain/skip-reason.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import type { DeliveryDocument } from '../../common/models/deliveries.ts';
import { Enrollment, type EnrollmentDocument, type LeftReason } from '../../common/models/enrollments.ts';
import type { MailingDocument } from '../../common/models/mailings.ts';
import type { BulkWrite } from '../../common/store/collection.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { readExclusions } from '../sending/audience/exclusions.ts';
import { readPlan, standingAfter } from './plan.ts';

export type EndedRow = Pick<
  DeliveryDocument,
  '_id' | 'state' | 'accepted_at' | 'reply' | 'skip_reason' | 'email_norm'
>;

type EnrollmentChange = Partial<EnrollmentDocument>;

const left = (reason: LeftReason, at: Date): EnrollmentChange => ({
  state: 'left',
  reason,
  schedule_id: null,
  due_at: null,
  delivery_id: null,
  ended_at: at,
});

export async function moveEnrollmentsOn(
  { _id: automationId }: Pick<AutomationDocument, '_id'>,
  mailing: Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id' | 'schedule_id'>,
  ended: readonly EndedRow[],
  { ring }: Pick<WorkerContext, 'ring'>,
): Promise<void> {
  const { user_id: account } = mailing;
  const byDelivery = new Map(ended.map((row) => [row._id, row]));
  const waiting = await Enrollment.of(account)
    .find(
      { delivery_id: { $gt: 0, $in: [...byDelivery.keys()] }, state: 'waiting' },
      { hint: { user_id: 1, delivery_id: 1 } },
    )
    .toArray();
  if (waiting.length === 0) return;
  // Read the automation again, before its emails: then a due date computed from older emails has the older plan number.
  const automation = await Automation.of(account).findOne({ _id: automationId });
  if (!automation) return;
  const [plan, bounced] = await Promise.all([readPlan(automation), bouncedOf(mailing, ended)]);
  const at = now();
  const changeOf = ({ delivery_id, since }: EnrollmentDocument): EnrollmentChange => {
    const row = byDelivery.get(delivery_id!)!;
    if (automation.deleted_at !== null) return left('automation_deleted', at);
    if (row.state === 'bounced' && bounced.has(row.email_norm)) return left('bounced', at);
    const skipped = skipReasonOf(row);
    if (skipped !== null && skipped !== 'cancelled') return left(skipped, at);
    // A cancelled email does not count: the wait for the next one begins at the email before it.
    const begun = row.state === 'skipped' ? since : (row.accepted_at ?? at);
    return standingAfter(plan, mailing.schedule_id!, begun, at);
  };
  const changes = waiting.map((enrollment) => ({ enrollment, change: changeOf(enrollment) }));
  const ids = waiting.map((enrollment) => enrollment._id);
  await markEnrollments(account, automationId, ids);
  await Enrollment.of(account).bulkWrite(grouped(changes), { ordered: false });
  const due = new Set(
    changes.flatMap(({ change }) => (change.due_at && change.due_at <= at ? [change.schedule_id!] : [])),
  );
  for (const scheduleId of due) await ring('automation-step', { scheduleId, userId: automation.user_id });
}

/** One update for each distinct change: outcomes that were written together have the same time. */
function grouped(
  changes: readonly { enrollment: EnrollmentDocument; change: EnrollmentChange }[],
): BulkWrite<EnrollmentDocument>[] {
  const groups = new Map<
    string,
    { change: EnrollmentChange; ids: number[]; deliveries: (number | null)[] }
  >();
  for (const { enrollment, change } of changes) {
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { change, ids: [], deliveries: [] };
    groups.set(key, group);
    group.ids.push(enrollment._id);
    group.deliveries.push(enrollment.delivery_id);
  }
  return [...groups.values()].map(({ change, ids, deliveries }) => ({
    updateMany: {
      // An enrollment with another delivery has moved on already.
      filter: { _id: { $in: ids }, state: 'waiting', delivery_id: { $in: deliveries } },
      update: { $set: change },
    },
  }));
}

/** Bounced addresses that do not exist, says their server. A refusal of the mail alone ends no enrollment. */
async function bouncedOf(
  { user_id, unsubscribe_group_id }: Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id'>,
  ended: readonly EndedRow[],
): Promise<ReadonlyMap<string, unknown>> {
  const addresses = ended.filter((row) => row.state === 'bounced').map((row) => row.email_norm);
  if (addresses.length === 0) return new Map();
  return readExclusions({ user_id, unsubscribe_group_id, must_be_in: null }, addresses);
}
