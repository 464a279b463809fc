import { number, signed } from './numbers.ts';

/** The texts of all plots. */
export const plot = {
  highest: (n: number) => `highest: ${number(n)}`,
  table: 'Show as a table',
  lines: (title: string) => `Plot: ${title}`,
  arrows: 'Read the values with the arrow keys.',
};

/** The report of all mails. */
export const reports = {
  title: 'Reports',
  period: 'Period',
  periods: { month: '30 days', year: 'A year', chosen: 'Chosen dates' },
  from: 'From',
  to: 'To',
  days: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  print: 'Print',
  figures: 'Emails: campaigns, automations and single emails',
  figuresHint:
    'Each event counts on the day it happened. Opens and clicks by bots and scanners are not included.',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  ofSent: (share: string) => `${share} of sent`,
  ofDelivered: (share: string) => `${share} of delivered`,
  mails: 'Emails over time',
  noMails: 'No emails were sent in this period. Send a campaign, or choose other dates.',
  day: 'Day',
  week: 'Days',
  asCsv: 'Days as CSV',
  growth: 'Growth of contacts',
  growthChange: (n: number) => `${signed(n)} in this period`,
  growthMonth: (n: number) => `${signed(n)} in the last 30 days`,
  noGrowth: 'The number of contacts did not change in this period.',
  joined: 'Joined',
  left: 'Left',
  change: 'Change',
  atEnd: 'Contacts at the end',
  deletedAudience: 'Deleted audience',
  domains: 'Recipient domains',
  domainsHint: 'Results of the emails that were sent in this period, by mailbox provider or domain.',
  domainsMonth: 'Results of the emails of the last 30 days.',
  domainsAsCsv: 'Domains as CSV',
  allDomains: (n: number) => `Show all ${number(n)}`,
  noDomains: 'No emails were sent in this period.',
  toReports: 'See the full report',
};
