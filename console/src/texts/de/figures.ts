import type * as english from '../en/figures.ts';
import { number, signed } from './numbers.ts';

export const plot: typeof english.plot = {
  highest: (n) => `höchstens ${number(n)}`,
  table: 'Als Tabelle anzeigen',
  lines: (title) => `Diagramm: ${title}`,
  arrows: 'Lesen Sie die Werte mit den Pfeiltasten.',
};

export const reports: typeof english.reports = {
  title: 'Berichte',
  period: 'Zeitraum',
  periods: { month: '30 Tage', year: 'Ein Jahr', chosen: 'Eigener Zeitraum' },
  from: 'Von',
  to: 'Bis',
  days: (from, to) => (from === to ? from : `${from} – ${to}`),
  print: 'Drucken',
  figures: 'E‑Mails: Kampagnen, Automationen und einzelne E‑Mails',
  figuresHint:
    'Jedes Ereignis zählt an seinem Tag. Öffnungen und Klicks von Bots und Scannern sind nicht enthalten.',
  sent: 'Gesendet',
  delivered: 'Zugestellt',
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  unsubscribed: 'Abgemeldet',
  bounced: 'Unzustellbar',
  complained: 'Als Spam gemeldet',
  ofSent: (share) => `${share} der gesendeten`,
  ofDelivered: (share) => `${share} der zugestellten`,
  mails: 'E‑Mails im Lauf der Zeit',
  noMails:
    'In diesem Zeitraum wurden keine E‑Mails gesendet. Senden Sie eine Kampagne, oder wählen Sie einen anderen Zeitraum.',
  day: 'Tag',
  week: 'Tage',
  asCsv: 'Tage als CSV',
  growth: 'Wachstum der Kontakte',
  growthChange: (n) => `${signed(n)} in diesem Zeitraum`,
  growthMonth: (n) => `${signed(n)} in den letzten 30 Tagen`,
  noGrowth: 'Die Zahl der Kontakte hat sich in diesem Zeitraum nicht geändert.',
  joined: 'Dazugekommen',
  left: 'Weggegangen',
  change: 'Änderung',
  atEnd: 'Kontakte am Ende',
  deletedAudience: 'Gelöschte Zielgruppe',
  domains: 'Empfänger-Domains',
  domainsHint:
    'Ergebnisse der E‑Mails, die in diesem Zeitraum gesendet wurden, nach E‑Mail-Anbieter oder Domain.',
  domainsMonth: 'Ergebnisse der E‑Mails der letzten 30 Tage.',
  domainsAsCsv: 'Domains als CSV',
  allDomains: (n) => `Alle ${number(n)} anzeigen`,
  noDomains: 'In diesem Zeitraum wurden keine E‑Mails gesendet.',
  toReports: 'Zum vollständigen Bericht',
};
