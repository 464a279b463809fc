import { count } from './numbers.ts';

/** Links to the report of a campaign. */
export const reportShares = {
  share: 'Share',
  title: 'Share this report',
  hint: 'Anyone with the link can see the figures without an account. Addresses and names of contacts are not shown.',
  days: 'Valid for',
  daysOf: (n: number) => count(n, 'day', 'days'),
  make: 'Create link',
  made: 'Copy your link now. It is shown only once:',
  links: 'Active links',
  none: 'No active links.',
  linkOf: (made: string) => `Created ${made}`,
  until: (end: string) => `Valid until ${end}`,
  revoke: 'Revoke',
  revokeOf: (made: string) => `Revoke the link created ${made}`,
  revoked: 'The link no longer works.',
};
