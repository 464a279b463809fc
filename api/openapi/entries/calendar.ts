import { CALENDAR_KINDS, type presentCalendar } from '../../present/calendar.ts';
import { entries } from '../entry.ts';
import { count, list, matching, nullable, oneOf, record, text } from '../shapes.ts';

const entry = record<ReturnType<typeof presentCalendar>[number]>('CalendarEntry', {
  date: matching('^\\d{4}-\\d\\d-\\d\\d$', 'The day in the account’s time zone.'),
  kind: oneOf(CALENDAR_KINDS),
  utr: text('Of the single send, or of the email.'),
  automation_utr: nullable(text('Of the automation; null for a single send.')),
  name: text('The name of the single send or of the automation.'),
  subject: text(),
  time: nullable(text('`HH:MM:SS`; null for emails over the day.')),
  emails: nullable(count('Emails that are due; null for a single send.')),
});

export const calendar = entries(
  { name: 'Calendar', about: 'The mails that are due.' },
  {
    calendarList: {
      summary: 'List the mails that are due by day',
      about:
        'Single sends that wait for their time, and the next email of each person in a live automation. A later email of a series is due only ' +
        'when the one before was accepted, and is not included.',
      output: list(entry),
    },
  },
);
