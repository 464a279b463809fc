import type { reportSharesEn } from './reports.en.ts';

const count = (n: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('de').format(n)} ${n === 1 ? one : many}`;

export const reportSharesDe: typeof reportSharesEn = {
  share: 'Teilen',
  title: 'Diesen Bericht teilen',
  hint: 'Wer den Link hat, sieht die Zahlen, auch ohne Konto. Adressen und Namen von Kontakten zeigt er nicht.',
  days: 'Der Link gilt',
  daysOf: (n) => count(n, 'Tag', 'Tage'),
  make: 'Link erstellen',
  made: 'Ihr Link. Er wird nur jetzt gezeigt, kopieren Sie ihn also:',
  links: 'Gültige Links',
  none: 'Zu diesem Bericht führt kein Link.',
  linkOf: (made) => `Erstellt am ${made}`,
  until: (end) => `Gilt bis ${end}`,
  revoke: 'Beenden',
  revokeOf: (made) => `Den am ${made} erstellten Link beenden`,
  revoked: 'Der Link gilt nicht mehr.',
};
