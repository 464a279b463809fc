import { markEnrollments } from '../../common/changes/enrollment-counts.ts';
import { now } from '../../common/clock.ts';
import { failpoint } from '../../common/config/failpoints.ts';
import { chunksOf } from '../../common/domain/chunks.ts';
import { erasedAmong } from '../../common/erasures/find.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { ignoringDuplicates } from '../../common/store/connection.ts';
import { reserveIds } from '../../common/store/ids.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { forgottenAmong } from './forgotten.ts';
import { readPlan, standingAfter } from './plan.ts';

export type Entrant = Pick<
  EnrollmentDocument,
  'contact_id' | 'segment_recipient_id' | 'email' | 'email_norm' | 'entered_at'
>;

const CHUNK = 1000;

/** Enrolls people. An existing enrollment of an address stays as it is, waiting or ended. */
export async function enroll(
  automation: AutomationDocument,
  people: readonly Entrant[],
  { ring }: Pick<WorkerContext, 'ring'>,
): Promise<void> {
  const plan = await readPlan(automation);
  for (const some of chunksOf(people, CHUNK)) {
    const chunk = await newIn(automation, some);
    if (chunk.length === 0) continue;
    const first = await reserveIds('enrollments', chunk.length);
    const enrollments = chunk.map(
      ({ contact_id, segment_recipient_id, email, email_norm, entered_at }, index): EnrollmentDocument => ({
        _id: first + index,
        user_id: automation.user_id,
        automation_id: automation._id,
        contact_id,
        segment_recipient_id,
        email,
        email_norm,
        reason: null,
        entered_at,
        ...standingAfter(plan, 0, entered_at, now()),
      }),
    );
    const ids = enrollments.map((enrollment) => enrollment._id);
    await markEnrollments(automation.user_id, automation._id, ids);
    await ignoringDuplicates(Enrollment.of(automation.user_id).insertMany(enrollments, { ordered: false }));
    failpoint('mid-enrollment');
    const due = now();
    const scheduleId = plan.emails[0]?._id;
    if (scheduleId !== undefined && enrollments.some(({ due_at }) => due_at !== null && due_at <= due)) {
      await ring('automation-step', { scheduleId, userId: automation.user_id });
    }
  }
}

/** Most are enrolled, as every change of a contact leads here. */
async function newIn(automation: AutomationDocument, people: readonly Entrant[]): Promise<Entrant[]> {
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
