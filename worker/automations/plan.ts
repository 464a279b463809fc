import { dueAfter, type Wait } from '../../common/domain/waits.ts';
import { Account } from '../../common/models/accounts.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import type { EnrollmentDocument } from '../../common/models/enrollments.ts';
import { rows } from '../../common/mongo.ts';

/** An automation's emails in their order, as far as waiting goes; `number` is the automation's `plan`. */
export interface Plan {
  number: number;
  emails: readonly ({ _id: number } & Wait)[];
  timezone: string;
}

/**
 * The emails of an automation that was read *before*: emails that are newer than its number only mean that somebody
 * is reckoned anew without need.
 */
export async function readPlan({
  _id,
  user_id,
  plan,
}: Pick<AutomationDocument, '_id' | 'user_id' | 'plan'>): Promise<Plan> {
  const [account, emails] = await Promise.all([
    rows(Account).findOne({ _id: user_id }, { projection: { timezone: 1 } }),
    rows(AutomationSchedule)
      .find({ automation_id: _id })
      .project<{ _id: number } & Wait>({ waiting_type: 1, waiting_period: 1 })
      .sort({ _id: 1 })
      .toArray(),
  ]);
  return { number: plan, emails, timezone: account!.timezone };
}

/** Where somebody stands; what an enrollment becomes by it. */
export type Standing = Pick<
  EnrollmentDocument,
  'state' | 'schedule_id' | 'due_at' | 'delivery_id' | 'after' | 'since' | 'plan'
>;

/**
 * What comes after the email `after` (0: none yet), of which the wait began at `since`. Who had no email yet waits for
 * the first that there will be.
 */
export function standingAfter({ number, emails, timezone }: Plan, after: number, since: Date): Standing {
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
  return { ...standing, state: after === 0 ? 'waiting' : 'done', schedule_id: null, due_at: null };
}
