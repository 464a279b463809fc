import type * as english from '../en/plans.ts';
import { count, number, plural } from './numbers.ts';

export const calendarPage: typeof english.calendarPage = {
  title: 'Kalender',
  hint: (zone) =>
    `Geplante und gesendete Kampagnen und die nächsten E‑Mails von Automationen. Alle Zeiten in der Zeitzone ${zone}.`,
  none: 'In diesem Monat wird nichts gesendet.',
  readSince: (day) => `Kampagnen, die vor dem ${day} angelegt wurden, werden nicht angezeigt.`,
  before: 'Voriger Monat',
  after: 'Nächster Monat',
  today: (day) => `${day} (heute)`,
  recipients: (shown) => `${shown} Empfänger`,
  emails: (shown, n) => `${shown} ${plural(n, 'E‑Mail', 'E‑Mails')} fällig`,
};

export const comparePage: typeof english.comparePage = {
  title: 'Kampagnen vergleichen',
  hint: (most) => `Wählen Sie bis zu ${number(most)} gesendete Kampagnen.`,
  choose: 'Kampagnen',
  none: 'Noch keine Kampagnen gesendet',
  another: 'Wählen Sie noch eine Kampagne zum Vergleich.',
  figure: 'Kennzahl',
  compare: 'Vergleichen',
  asCsv: 'Als CSV herunterladen',
  opens: 'Öffnungen im Zeitverlauf',
  opensHint: (hours) =>
    `Der Anteil der zugestellten E‑Mails, die Personen geöffnet hatten, in den ersten ${hours} Stunden.`,
  hours: (n) => count(n, 'Stunde', 'Stunden'),
};
