import { DateTime } from 'luxon';
import { instantOf } from '../../common/domain/times.ts';
import { Account } from '../../common/models/accounts.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import type { EnrollmentDocument } from '../../common/models/enrollments.ts';

/** An automation's emails in order with their waits; `number` is the automation's `plan`. */
export interface Plan {
  number: number;
  emails: readonly ({ _id: number } & Wait)[];
  timezone: string;
}

/** Read the automation *before* its emails: if these are newer than its plan, `automation-replan` only repeats a due date. */
export async function readPlan({
  _id,
  user_id,
  plan,
}: Pick<AutomationDocument, '_id' | 'user_id' | 'plan'>): Promise<Plan> {
  const [account, emails] = await Promise.all([
    Account.findOne({ _id: user_id }, { projection: { timezone: 1 } }),
    AutomationSchedule.of(user_id)
      .find({ automation_id: _id })
      .project<{ _id: number } & Wait>({ waiting_type: 1, waiting_period: 1 })
      .sort({ _id: 1 })
      .toArray(),
  ]);
  return { number: plan, emails, timezone: account!.timezone };
}

export type EnrollmentWait = Pick<
  EnrollmentDocument,
  'state' | 'schedule_id' | 'due_at' | 'delivery_id' | 'after' | 'since' | 'plan' | 'ended_at'
>;

/** The wait after the email `after` (0: none yet) began at `since`. Before the first email it lasts until there is one. */
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

export interface Wait {
  waiting_type: 'instantly' | 'hours' | 'days';
  waiting_period: number;
}

const HOUR = 3600_000;

/** Days end at the same local time (docs/rules.md 10.5); a skipped one at the next instant, a repeated one at the first. */
export function dueAfter(
  since: Date,
  { waiting_type, waiting_period }: Readonly<Wait>,
  timezone: string,
): Date {
  if (waiting_type === 'instantly') return since;
  if (waiting_type === 'hours') return new Date(since.getTime() + waiting_period * HOUR);
  const wall = DateTime.fromJSDate(since, { zone: timezone })
    .setZone('utc', { keepLocalTime: true })
    .plus({ days: waiting_period });
  const due = instantOf(wall.toFormat('yyyy-MM-dd'), wall.toFormat('HH:mm:ss'), timezone)!;
  return new Date(due.getTime() + since.getUTCMilliseconds());
}
