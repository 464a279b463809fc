import type * as english from '../en/account-data.ts';

/** The account itself, and everything that it has as a file, in German. */
export const accountData: typeof english.accountData = {
  title: 'Konto',
  name: 'Name',
  email: 'E-Mail-Adresse',
  zone: 'Zeitzone',
  more: 'Name, Zeitzone, Passwort, zweiter Faktor und Logo:',
  toAccount: 'Kontoseite öffnen',
  all: 'Alle Ihre Daten',
  allHint:
    'Eine ZIP-Datei mit Ihren Zielgruppen und Kontakten, Segmenten, abgemeldeten und gesperrten Adressen, Kampagnen, Automationen, Nachrichten, Zustellungen und ihren Ergebnissen, Einstellungen und Bildern. Sie enthält keine Passwörter und keine Schlüssel.',
  format:
    'Jede Liste ist eine Textdatei mit einer JSON-Zeile je Eintrag. Bei einem großen Konto dauert es einige Minuten.',
  personal:
    'Die Datei enthält die Adressen aller Ihrer Kontakte. Bewahren Sie sie so auf, dass nur Berechtigte sie lesen können.',
  download: 'Alles herunterladen',
};
