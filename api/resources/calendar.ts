import { now } from '../../common/clock.ts';
import { dayOf, firstDayWithin } from '../../common/domain/segment-days.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { endpoints } from '../http/endpoint.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { inputs, optional } from '../http/typed-input.ts';
import { type DueEmails, type DueSend, presentCalendar } from '../present/calendar.ts';
import { checkDays, day, spanOfDays } from '../services/domain/day-input.ts';

/** Two months. */
const MOST_DAYS = 62;
const DAYS_AHEAD = 30;

/** Each zone's days begin at a quarter of an hour of UTC. */
const QUARTER = { unit: 'minute', binSize: 15 } as const;

type DaySpan = ReturnType<typeof spanOfDays>;

/** Sends that wait for their time. */
function dueSends(userId: number, { from, to }: DaySpan, asking: QuestionStore): Promise<DueSend[]> {
  return asking
    .collection(SingleSend.of(userId))
    .find(
      { status: SEND_STATUS.ready, deleted_at: null, due_at: { $gte: from, $lt: to } },
      // The index by state has the sends of all accounts.
      { ...asking.options(), hint: { user_id: 1, _id: 1 } },
    )
    .project<DueSend>({ utr: 1, single_send_name: 1, subject: 1, due_at: 1 })
    .toArray();
}

export const DUE_INDEX = Object.freeze({ user_id: 1, schedule_id: 1, due_at: 1 });

/** Counts the enrollments of emails that are due. */
export const dueStages = (ids: readonly number[], { from, to }: DaySpan) => [
  { $match: { schedule_id: { $in: ids }, due_at: { $type: 'date', $gte: from, $lt: to } } },
  {
    $group: {
      _id: { email: '$schedule_id', at: { $dateTrunc: { date: '$due_at', ...QUARTER } } },
      emails: { $sum: 1 },
    },
  },
];

/** The next emails of people in live automations, by quarter of an hour. The count reads only the index. */
async function dueEmails(userId: number, span: DaySpan, asking: QuestionStore): Promise<DueEmails[]> {
  const live = await Automation.of(userId)
    .find({ status: AUTOMATION_STATUS.live, deleted_at: null, hold_reason: null })
    .project<Pick<AutomationDocument, '_id' | 'utr' | 'automation_name'>>({ utr: 1, automation_name: 1 })
    .toArray();
  const automations = new Map(live.map((one) => [one._id, one]));
  const emails = await AutomationSchedule.of(userId)
    .find({ automation_id: { $in: [...automations.keys()] } })
    .project<{ _id: number; automation_id: number; utr: string; subject: string }>({
      automation_id: 1,
      utr: 1,
      subject: 1,
    })
    .toArray();
  const counts = await asking
    .collection(Enrollment.of(userId))
    .aggregate<{ _id: { email: number; at: Date }; emails: number }>(
      dueStages(
        emails.map(({ _id }) => _id),
        span,
      ),
      { ...asking.options(), hint: DUE_INDEX },
    )
    .toArray();
  return emails.map((email) => ({
    email,
    automation: automations.get(email.automation_id)!,
    due: counts
      .filter(({ _id }) => _id.email === email._id)
      .map(({ _id: { at }, emails: n }) => ({ at, emails: n })),
  }));
}

/** See docs/rules.md 10.15. */
export const calendar = endpoints({
  calendarList: {
    input: inputs({
      from: optional(day())
        .description('The first day, `YYYY-MM-DD` in the account’s time zone; today by default.')
        .example('2030-05-01'),
      to: optional(day())
        .description(
          `The last day; by default ${DAYS_AHEAD} days later. The period has at most ${MOST_DAYS} days.`,
        )
        .example('2030-05-31'),
    }),
    async run({ from, to }, account, { questions, signal }) {
      const first = from || dayOf(now(), account.timezone);
      const last = to || firstDayWithin(first, -DAYS_AHEAD);
      checkDays(first, last, MOST_DAYS);
      const span = spanOfDays(first, last, account.timezone);
      return questions.ask(account, 'from', signal, async (asking) =>
        presentCalendar(
          await dueSends(account.id, span, asking),
          await dueEmails(account.id, span, asking),
          account.timezone,
        ),
      );
    },
  },
});
