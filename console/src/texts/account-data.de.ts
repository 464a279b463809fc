import type { accountDataEn } from './account-data.en.ts';

/** The account itself, and everything that it has as a file, in German. */
export const accountDataDe: typeof accountDataEn = {
  title: 'Konto',
  name: 'Name',
  email: 'E-Mail-Adresse',
  zone: 'Zeitzone',
  more: 'Name, Zeitzone, Passwort, zweiter Faktor und Logo:',
  toAccount: 'Kontoseite öffnen',
  all: 'Alle Ihre Daten',
  allHint:
    'Eine ZIP-Datei mit Ihren Zielgruppen und Kontakten, Segmenten, abgemeldeten und gesperrten Adressen, Kampagnen, Automationen, Nachrichten, wem was gesendet wurde und was daraus wurde, Einstellungen und Bildern. Sie enthält keine Passwörter und keine Schlüssel.',
  format:
    'Jede Liste ist eine Textdatei mit einer Zeile JSON für jeden Eintrag. Bei einem großen Konto dauert es einige Minuten.',
  personal:
    'Sie enthält die Adressen aller Ihrer Kontakte. Bewahren Sie sie dort auf, wo nur die sie lesen können, die sie brauchen.',
  download: 'Alles herunterladen',
};
