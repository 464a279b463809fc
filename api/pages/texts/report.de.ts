import { html } from '../../../common/domain/html.ts';
import type { reportEn } from './report.en.ts';

export const reportDe: typeof reportEn = {
  language: 'de',
  untitled: 'Bericht einer Kampagne',
  sent: (time, zone) => html`Gesendet ${time}. Zeiten in ${zone}.`,
  notYet: 'Sie ist noch nicht hinausgegangen.',
  running: 'Sie geht gerade hinaus, und die Zahlen wachsen.',
  cancelled: 'Sie wurde abgebrochen und geht nicht an die übrigen Empfänger.',
  until: (time) =>
    html`Diese Seite zeigt nur Zahlen und keine Daten von Empfängern. Ihr Link gilt bis ${time}.`,
  gone: {
    title: 'Dieser Link funktioniert nicht',
    body: html`<p>Vielleicht ist er abgelaufen oder wurde nicht ganz kopiert. Bitte fragen Sie dort nach einem neuen, wo Sie ihn bekommen haben.</p>`,
  },
  figures: 'Zahlen',
  ofRecipients: (share) => `${share} der Empfänger`,
  ofDelivered: (share) => `${share} der zugestellten`,
  recipients: 'Empfänger',
  delivered: 'Zugestellt',
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  bounced: 'Unzustellbar',
  unsubscribed: 'Abgemeldet',
  complained: 'Als Spam gemeldet',
  waiting: 'Wartend',
  links: 'Links',
  address: 'Adresse',
  people: 'Personen',
  clicks: 'Klicks',
  domains: 'Domains der Empfänger',
  domain: 'Domain',
  others: 'Alle anderen',
  plot: {
    title: 'Öffnungen und Klicks im Lauf der Zeit',
    none: 'Noch hat niemand geöffnet oder geklickt.',
    highest: (count) => `Höchste Säule: ${count}`,
    alt: {
      hour: 'Öffnungen und Klicks je Stunde; die Tabelle darunter hat die Zahlen',
      day: 'Öffnungen und Klicks je Tag; die Tabelle darunter hat die Zahlen',
    },
    isCut: 'Spätere Tage werden nicht gezeigt.',
    asTable: 'Als Tabelle zeigen',
    table: 'Öffnungen und Klicks',
    columns: { hour: 'Stunde', day: 'Tag' },
  },
};
