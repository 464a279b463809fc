import { count, number, plural } from './numbers.ts';

/** The calendar of campaigns and automations. */
export const calendarPage = {
  title: 'Calendar',
  hint: (zone: string) =>
    `Campaigns that are scheduled or were sent, and the next emails of automations. Times are in the ${zone} time zone.`,
  none: 'Nothing is sent in this month.',
  readSince: (day: string) => `Campaigns that were created before ${day} are not shown.`,
  before: 'Previous month',
  after: 'Next month',
  today: (day: string) => `${day} (today)`,
  recipients: (shown: string, n: number) => `${shown} ${plural(n, 'recipient', 'recipients')}`,
  emails: (shown: string, n: number) => `${shown} ${plural(n, 'email', 'emails')} due`,
};

/** The comparison of campaigns. */
export const comparePage = {
  title: 'Compare campaigns',
  hint: (most: number) => `Choose up to ${number(most)} campaigns that were sent.`,
  choose: 'Campaigns',
  none: 'No campaigns were sent yet',
  another: 'Choose another campaign to compare with.',
  figure: 'Figure',
  compare: 'Compare',
  asCsv: 'Download as CSV',
  opens: 'Opened over time',
  opensHint: (hours: string) =>
    `The share of delivered emails that people had opened, for ${hours} hours after the start.`,
  hours: (n: number) => count(n, 'hour', 'hours'),
};
