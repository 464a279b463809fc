const number = (n: number): string => new Intl.NumberFormat('en').format(n);
const signed = (n: number): string => new Intl.NumberFormat('en', { signDisplay: 'exceptZero' }).format(n);

/** What every plot says. */
export const plotEn = {
  highest: (n: number) => `highest: ${number(n)}`,
  table: 'Show as a table',
};

/** The report of all mails. */
export const reportsEn = {
  title: 'Reports',
  period: 'Period',
  periods: { month: '30 days', year: 'A year', chosen: 'Chosen dates' },
  from: 'From',
  to: 'To',
  days: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  print: 'Print',
  figures: 'Mails of all campaigns, automations and messages',
  figuresHint:
    'Each is counted on the day on which it happened. Opened and clicked are people, not programs.',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  ofSent: (share: string) => `${share} of sent`,
  ofDelivered: (share: string) => `${share} of delivered`,
  mails: 'Mails over time',
  noMails: 'No mail was sent in this period. Send a campaign, or choose other dates.',
  day: 'Day',
  week: 'Days',
  asCsv: 'Days as CSV',
  growth: 'Growth of contacts',
  growthChange: (n: number) => `${signed(n)} in this period`,
  growthMonth: (n: number) => `${signed(n)} in the last 30 days`,
  noGrowth: 'No contacts came or went in this period.',
  change: 'Change',
  atEnd: 'Contacts then',
  deletedAudience: 'Deleted audience',
  domains: 'Mailbox providers',
  domainsHint: 'What became of the mails that were sent in this period, by the domain of the recipients.',
  domainsMonth: 'What became of the mails of the last 30 days.',
  domainsAsCsv: 'Providers as CSV',
  allDomains: (n: number) => `Show all ${number(n)}`,
  noDomains: 'No mail was sent in this period.',
  toReports: 'See the whole report',
};
