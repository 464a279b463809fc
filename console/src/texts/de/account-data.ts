import type * as english from '../en/account-data.ts';
import { count, number } from './numbers.ts';

/** The account itself, and everything that it has as a file, in German. */
export const accountData: typeof english.accountData = {
  title: 'Konto',
  name: 'Name',
  signedInAs: (email) => `Sie melden sich als ${email} an`,
  zone: 'Zeitzone',
  zoneHint: 'In dieser Zeitzone stehen alle Zeiten und werden Kampagnen geplant',
  languageHint: 'Für diesen Browser. Was Sie geschrieben haben, bleibt, wie es ist.',
  saved: 'Gespeichert.',
  schedules: {
    title: 'Wann sollen Ihre geplanten Kampagnen gesendet werden?',
    hint: (before, after) =>
      `Ihre Zeitzone ändert sich von ${before} zu ${after}. Diese Kampagnen haben Datum und Uhrzeit:`,
    campaign: 'Kampagne',
    keeps: 'Im selben Moment',
    moves: 'Zur selben Uhrzeit am Ort',
    past: 'wäre vorbei: bleibt beim selben Moment',
    more: (n) => `und ${number(n)} weitere`,
    keep: 'Den Moment behalten',
    move: 'Die Uhrzeit behalten',
  },
  password: {
    title: 'Passwort',
    hint: 'Ein neues Passwort meldet Sie in allen anderen Browsern ab.',
    now: 'Jetziges Passwort',
    next: 'Neues Passwort',
    nextHint: 'Mindestens 8 Zeichen; mehrere Wörter sind ein gutes',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Überall sonst sind Sie abgemeldet.',
  },
  factor: {
    title: 'Zweiter Faktor',
    off: 'Nach dem Passwort kann die Anmeldung nach einem Code fragen, den eine App auf Ihrem Telefon zeigt. Ein gestohlenes Passwort genügt dann nicht.',
    since: (day) => `An seit ${day}.`,
    left: (n) =>
      n === 0
        ? 'Es ist kein Wiederherstellungscode mehr übrig: Erstellen Sie neue.'
        : `${count(n, 'Wiederherstellungscode ist', 'Wiederherstellungscodes sind')} übrig.`,
    change: 'Ändern oder ausschalten',
    setUp: 'Zweiten Faktor einrichten',
  },
  tracking: {
    title: 'Öffnungen und Klicks',
    on: 'E-Mails haben ein Zählbild und umgeschriebene Links, die Öffnungen und Klicks zählen. Sie können eine einzelne E-Mail ohne sie senden.',
    off: 'E-Mails haben kein Zählbild, und ihre Links sind, wie Sie sie geschrieben haben. Öffnungen und Klicks werden nicht gezählt.',
    stop: 'Nicht mehr zählen',
    start: 'Zählen',
    saved: 'Gespeichert. Es gilt für E-Mails, die von jetzt an entstehen.',
  },
  all: 'Alle Ihre Daten',
  allHint:
    'Eine ZIP-Datei mit Ihren Zielgruppen und Kontakten, Segmenten, abgemeldeten und gesperrten Adressen, Kampagnen, Automationen, einzelnen E-Mails, Zustellungen und ihren Ergebnissen, Einstellungen und Bildern. Sie enthält keine Passwörter und keine Schlüssel.',
  format:
    'Jede Liste ist eine Textdatei mit einer JSON-Zeile je Eintrag. Bei einem großen Konto dauert es einige Minuten.',
  personal:
    'Die Datei enthält die Adressen aller Ihrer Kontakte. Bewahren Sie sie so auf, dass nur Berechtigte sie lesen können.',
  download: 'Alles herunterladen',
};
