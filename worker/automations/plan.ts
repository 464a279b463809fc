import { Account } from '../../common/models/accounts.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import type { EnrollmentDocument } from '../../common/models/enrollments.ts';
import { dueAfter, type Wait } from './waits.ts';

/** An automation's emails in their order, as far as waiting goes; `number` is the automation's `plan`. */
export interface Plan {
  number: number;
  emails: readonly ({ _id: number } & Wait)[];
  timezone: string;
}

/**
 * The emails of an automation. The automation must be read *before* them: if its emails are newer than its plan number,
 * the only cost is that `automation-replan` computes a due date twice.
 */
export async function readPlan({
  _id,
  user_id,
  plan,
}: Pick<AutomationDocument, '_id' | 'user_id' | 'plan'>): Promise<Plan> {
  const [account, emails] = await Promise.all([
    Account.findOne({ _id: user_id }, { projection: { timezone: 1 } }),
    AutomationSchedule.find({ automation_id: _id })
      .project<{ _id: number } & Wait>({ waiting_type: 1, waiting_period: 1 })
      .sort({ _id: 1 })
      .toArray(),
  ]);
  return { number: plan, emails, timezone: account!.timezone };
}

/** The fields of an enrollment that say which email it waits for, and until when. */
export type EnrollmentWait = Pick<
  EnrollmentDocument,
  'state' | 'schedule_id' | 'due_at' | 'delivery_id' | 'after' | 'since' | 'plan' | 'ended_at'
>;

/**
 * What an enrollment waits for after the email `after` (0: none yet); the wait began at `since`, and `at` is now. An enrollment that had no
 * email yet waits even if the automation has none, until the first one is added.
 */
export function standingAfter(
  { number, emails, timezone }: Plan,
  after: number,
  since: Date,
  at: Date,
): EnrollmentWait {
  const next = emails.find((email) => email._id > after);
  const standing = { delivery_id: null, after, since, plan: number };
  if (next) {
    return {
      ...standing,
      state: 'waiting',
      schedule_id: next._id,
      due_at: dueAfter(since, next, timezone),
    };
  }
  const rest = { ...standing, schedule_id: null, due_at: null };
  return after === 0 ? { ...rest, state: 'waiting' } : { ...rest, state: 'done', ended_at: at };
}
