const count = (n: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('en').format(n)} ${n === 1 ? one : many}`;

/** Links to the report of a campaign. */
export const reportSharesEn = {
  share: 'Share',
  title: 'Share this report',
  hint: 'Whoever has the link sees the figures, also without an account. It shows no addresses and no names of contacts.',
  days: 'The link works for',
  daysOf: (n: number) => count(n, 'day', 'days'),
  make: 'Make a link',
  made: 'Your link. It is shown only now, so copy it:',
  links: 'Links that work',
  none: 'No link leads to this report.',
  linkOf: (made: string) => `Made ${made}`,
  until: (end: string) => `Works until ${end}`,
  revoke: 'Revoke',
  revokeOf: (made: string) => `Revoke the link made ${made}`,
  revoked: 'The link no longer works.',
};
