import { localTime } from '../../common/domain/times.ts';

export interface DueSend {
  readonly utr: string;
  readonly single_send_name: string;
  readonly subject: string;
  readonly due_at: Date;
}

export interface DueEmails {
  readonly email: { readonly utr: string; readonly subject: string };
  readonly automation: { readonly utr: string; readonly automation_name: string };
  readonly due: readonly { readonly at: Date; readonly emails: number }[];
}

export const CALENDAR_KINDS = ['single_send', 'automation_email'] as const;

interface CalendarEntry {
  readonly date: string;
  readonly kind: (typeof CALENDAR_KINDS)[number];
  readonly utr: string;
  /** Null for a single send. */
  readonly automation_utr: string | null;
  readonly name: string;
  readonly subject: string;
  /** Null: over the day. */
  readonly time: string | null;
  /** Null: its audience is counted when it begins. */
  readonly emails: number | null;
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;

function ofSend({ utr, single_send_name, subject, due_at }: DueSend, timezone: string): CalendarEntry {
  const at = localTime(due_at, timezone);
  return {
    date: at.slice(0, DATE_LENGTH),
    kind: 'single_send',
    utr,
    automation_utr: null,
    name: single_send_name,
    subject,
    time: at.slice(DATE_LENGTH + 1),
    emails: null,
  };
}

function ofEmail({ email, automation, due }: DueEmails, timezone: string): CalendarEntry[] {
  const byDay = new Map<string, number>();
  for (const { at, emails } of due) {
    const date = localTime(at, timezone).slice(0, DATE_LENGTH);
    byDay.set(date, (byDay.get(date) ?? 0) + emails);
  }
  return [...byDay].map(([date, emails]) => ({
    date,
    kind: 'automation_email',
    utr: email.utr,
    automation_utr: automation.utr,
    name: automation.automation_name,
    subject: email.subject,
    time: null,
    emails,
  }));
}

/** Due mails by day: each day's sends in their order, then its emails. */
export const presentCalendar = (
  sends: readonly DueSend[],
  emails: readonly DueEmails[],
  timezone: string,
): CalendarEntry[] => {
  const orderOf = ({ date, time }: CalendarEntry): string => `${date} ${time ?? '24'}`;
  return [
    ...sends.map((send) => ofSend(send, timezone)),
    ...emails.flatMap((email) => ofEmail(email, timezone)),
  ].toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
};
