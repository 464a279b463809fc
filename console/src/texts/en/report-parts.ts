import { count, number } from './numbers.ts';

/** Parts of the report of a campaign. */
export const reportParts = {
  clickToOpen: 'Click-to-open rate',
  clickToOpenHint: 'of people who opened also clicked',
  notOpened: 'Did not open',
  file: { count: 'Number', share: 'Share' },
  provider: 'Provider',
  moreDomains: (n: number) => `and ${number(n)} more`,
  cumulative: 'Total',
  clickedLink: (url: string) => `People who clicked ${url}`,
  anyLink: 'Show all links',
  mailTitle: 'The email with its clicks',
  mailHint: 'Each link shows its share of all clicks by people.',
  mailUnclicked: 'No link has been clicked yet.',
  troubleTitle: 'Some emails are waiting',
  troubleHint: 'They are retried automatically. You need not do anything.',
  troubleAt: {
    server: (host: string) => (host === '' ? 'The limit of your account' : `The mail server ${host}`),
    domain: (host: string) => `All mailboxes at ${host}`,
    recipient: (host: string) => `Single mailboxes at ${host}`,
  },
  troubleTurn: 'Waiting for their turn',
  troubleRows: (n: number, until: string) => `${count(n, 'email waits', 'emails wait')}, next try ${until}.`,
  troubleSince: (at: string) => `Since ${at}`,
  troubleReply: (reply: string) => `Last reply: ${reply}`,
  delayed: (n: number) => `${count(n, 'email has', 'emails have')} waited for a day or longer.`,
};
