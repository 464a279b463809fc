import { now } from '../../common/clock.ts';
import { failpoint } from '../../common/config/failpoints.ts';
import { chunksOf } from '../../common/domain/chunks.ts';
import { erasedAmong } from '../../common/erasures/find.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { believedStatus } from '../../common/quotas/account-status.ts';
import { reserveIds } from '../../common/store/ids.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { forgottenAmong } from './forgotten.ts';
import { insertEnrollments } from './insert-enrollments.ts';
import { readPlan, standingAfter } from './plan.ts';

export type Entrant = Pick<
  EnrollmentDocument,
  'contact_id' | 'segment_recipient_id' | 'email' | 'email_norm' | 'entered_at'
>;

export type EnrollingWorker = Pick<WorkerContext, 'ring' | 'config' | 'log'>;

const CHUNK = 1000;

/**
 * Enrolls people, and returns those without room in the account. An existing enrollment of an address stays as it is, waiting or
 * ended.
 */
export async function enroll<Person extends Entrant>(
  automation: AutomationDocument,
  people: readonly Person[],
  { ring, config }: EnrollingWorker,
): Promise<Person[]> {
  const { _id: automation_id, user_id } = automation;
  const plan = await readPlan(automation);
  const { limits } = await believedStatus(user_id, config);
  const without: Person[] = [];
  for (const some of chunksOf(people, CHUNK)) {
    const chunk = await newIn(automation, some);
    if (chunk.length === 0) continue;
    const first = await reserveIds('enrollments', chunk.length);
    const enrollments = chunk.map(
      ({ contact_id, segment_recipient_id, email, email_norm, entered_at }, index): EnrollmentDocument => ({
        _id: first + index,
        user_id,
        automation_id,
        contact_id,
        segment_recipient_id,
        email,
        email_norm,
        reason: null,
        entered_at,
        ...standingAfter(plan, 0, entered_at, now()),
      }),
    );
    const late = new Set(await insertEnrollments(automation, enrollments, limits.derived_rows));
    failpoint('mid-enrollment');
    without.push(...chunk.filter((_person, index) => late.has(enrollments[index]!)));
    const due = now();
    const scheduleId = plan.emails[0]?._id;
    const isDue = (enrollment: EnrollmentDocument): boolean =>
      enrollment.due_at !== null && enrollment.due_at <= due && !late.has(enrollment);
    if (scheduleId !== undefined && enrollments.some(isDue))
      await ring('automation-step', { scheduleId, userId: user_id });
  }
  return without;
}

/** Most are enrolled, as every change of a contact leads here. */
async function newIn<Person extends Entrant>(
  automation: AutomationDocument,
  people: readonly Person[],
): Promise<Person[]> {
  const enrolled = new Set(
    await Enrollment.of(automation.user_id).distinct('email_norm', {
      automation_id: automation._id,
      email_norm: { $in: people.map((person) => person.email_norm) },
    }),
  );
  const fresh = people.filter((person) => !enrolled.has(person.email_norm));
  const addresses = fresh.map((person) => person.email_norm);
  const [erased, forgotten] = await Promise.all([
    erasedAmong(automation.user_id, addresses),
    forgottenAmong(automation, addresses),
  ]);
  return fresh.filter(({ email_norm }) => !erased.has(email_norm) && !forgotten.has(email_norm));
}
