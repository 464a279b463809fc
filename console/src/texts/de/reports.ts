import type * as english from '../en/reports.ts';
import { count } from './numbers.ts';

export const reportShares: typeof english.reportShares = {
  share: 'Teilen',
  title: 'Diesen Bericht teilen',
  hint: 'Mit dem Link sind die Zahlen auch ohne Konto sichtbar. Adressen und Namen von Kontakten werden nicht angezeigt.',
  days: 'Gültig für',
  daysOf: (n) => count(n, 'Tag', 'Tage'),
  make: 'Link erstellen',
  made: 'Kopieren Sie Ihren Link jetzt. Er wird nur einmal angezeigt:',
  links: 'Gültige Links',
  none: 'Keine gültigen Links.',
  linkOf: (made) => `Erstellt am ${made}`,
  until: (end) => `Gültig bis ${end}`,
  revoke: 'Widerrufen',
  revokeOf: (made) => `Den am ${made} erstellten Link widerrufen`,
  revoked: 'Der Link gilt nicht mehr.',
};
