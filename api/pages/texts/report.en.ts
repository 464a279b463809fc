import { type Html, html } from '../../../common/domain/html.ts';
import type { Language } from './language.ts';

export const reportEn = {
  language: 'en' as Language,
  untitled: 'Report of a campaign',
  sent: (time: Html, zone: string) => html`Sent ${time}. Times are in ${zone}.`,
  notYet: 'It has not been sent yet.',
  running: 'It is being sent now, and the figures still grow.',
  cancelled: 'It was cancelled, and is not sent to the other recipients.',
  until: (time: Html) =>
    html`This page shows figures only, and no data of recipients. Its link works until ${time}.`,
  gone: {
    title: 'This link does not work',
    body: html`<p>It may have expired, or it was not copied completely. Please ask for a new one where you got it.</p>`,
  },
  figures: 'Figures',
  ofRecipients: (share: string) => `${share} of recipients`,
  ofDelivered: (share: string) => `${share} of delivered`,
  recipients: 'Recipients',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  complained: 'Reported as spam',
  waiting: 'Waiting',
  links: 'Links',
  address: 'Address',
  people: 'People',
  clicks: 'Clicks',
  domains: 'Recipient domains',
  domain: 'Domain',
  others: 'All others',
  plot: {
    title: 'Openings and clicks over time',
    none: 'There are no openings or clicks yet.',
    highest: (count: string) => `Highest column: ${count}`,
    alt: {
      hour: 'Openings and clicks by hour; the table below has the numbers',
      day: 'Openings and clicks by day; the table below has the numbers',
    },
    isCut: 'Later days are not shown.',
    asTable: 'Show as a table',
    table: 'Openings and clicks',
    columns: { hour: 'Hour', day: 'Day' },
  },
};
