import type { plotEn, reportsEn } from './figures.en.ts';

const number = (n: number): string => new Intl.NumberFormat('de').format(n);
const signed = (n: number): string => new Intl.NumberFormat('de', { signDisplay: 'exceptZero' }).format(n);

export const plotDe: typeof plotEn = {
  highest: (n) => `höchstens ${number(n)}`,
  table: 'Als Tabelle zeigen',
};

export const reportsDe: typeof reportsEn = {
  title: 'Berichte',
  period: 'Zeitraum',
  periods: { month: '30 Tage', year: 'Ein Jahr', chosen: 'Eigene Daten' },
  from: 'Von',
  to: 'Bis',
  days: (from, to) => (from === to ? from : `${from} – ${to}`),
  print: 'Drucken',
  figures: 'E-Mails aller Kampagnen, Automationen und Nachrichten',
  figuresHint:
    'Alles zählt an dem Tag, an dem es geschah. Geöffnet und geklickt haben Menschen, nicht Programme.',
  sent: 'Gesendet',
  delivered: 'Zugestellt',
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  unsubscribed: 'Abgemeldet',
  bounced: 'Unzustellbar',
  complained: 'Als Spam gemeldet',
  ofSent: (share) => `${share} der gesendeten`,
  ofDelivered: (share) => `${share} der zugestellten`,
  mails: 'E-Mails im Lauf der Zeit',
  noMails:
    'In diesem Zeitraum wurde keine E-Mail gesendet. Senden Sie eine Kampagne, oder wählen Sie andere Daten.',
  day: 'Tag',
  week: 'Tage',
  asCsv: 'Tage als CSV',
  growth: 'Wachstum der Kontakte',
  growthChange: (n) => `${signed(n)} in diesem Zeitraum`,
  growthMonth: (n) => `${signed(n)} in den letzten 30 Tagen`,
  noGrowth: 'In diesem Zeitraum kamen und gingen keine Kontakte.',
  change: 'Änderung',
  atEnd: 'Kontakte danach',
  deletedAudience: 'Gelöschte Zielgruppe',
  domains: 'Anbieter von Postfächern',
  domainsHint:
    'Was aus den E-Mails wurde, die in diesem Zeitraum gesendet wurden, nach der Domain der Empfänger.',
  domainsMonth: 'Was aus den E-Mails der letzten 30 Tage wurde.',
  domainsAsCsv: 'Anbieter als CSV',
  allDomains: (n) => `Alle ${number(n)} zeigen`,
  noDomains: 'In diesem Zeitraum wurde keine E-Mail gesendet.',
  toReports: 'Zum ganzen Bericht',
};
