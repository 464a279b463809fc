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
    nextHint: 'Mindestens 8 Zeichen. Mehrere Wörter ergeben ein gutes Passwort.',
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
    setUp: 'Zweiten Faktor einrichten',
    what: 'Nach dem Passwort wird die Anmeldung nach einem Code von sechs Ziffern fragen. Eine Authenticator-App auf Ihrem Telefon zeigt ihn, zum Beispiel Aegis, 2FAS, Google Authenticator oder Ihr Passwort-Manager.',
    keys: 'Die API-Schlüssel Ihrer Programme funktionieren weiter wie bisher.',
    password: 'Ihr Passwort',
    next: 'Weiter',
    scan: 'Diesen Code scannen',
    scanHint: 'Öffnen Sie Ihre Authenticator-App, fügen Sie ein Konto hinzu, und scannen Sie diesen Code.',
    qr: 'QR-Code mit dem Geheimnis, das darunter auch als Text steht',
    type: 'Wenn Sie ihn nicht scannen können, tippen Sie dieses Geheimnis in die App:',
    code: 'Code',
    appCode: 'Die sechs Ziffern, die Ihre App jetzt zeigt',
    codeHint: 'Die sechs Ziffern Ihrer App oder ein Wiederherstellungscode',
    turnOn: 'Einschalten',
    renew: 'Neue Wiederherstellungscodes erstellen',
    renewHint: 'Neue Wiederherstellungscodes ersetzen die bisherigen.',
    turnOff: 'Zweiten Faktor ausschalten',
    offHint:
      'Die Anmeldung fragt dann nur nach dem Passwort, und überall sonst werden Sie abgemeldet. Für ein anderes Telefon schalten Sie ihn aus und richten ihn neu ein.',
    isOff: 'Zweiter Faktor ausgeschaltet.',
    recoveryTitle: 'Ihre Wiederherstellungscodes',
    recovery: 'Wiederherstellungscodes',
    recoveryHint:
      'Bewahren Sie diese Wiederherstellungscodes jetzt auf, auf Papier oder in einem Passwort-Manager. Sie werden nur dieses eine Mal gezeigt. Wenn Sie Ihr Telefon verlieren, gilt jeder einmal anstelle eines Codes Ihrer App. Frühere Wiederherstellungscodes gelten nicht mehr.',
  },
  tracking: {
    title: 'Öffnungen und Klicks',
    on: 'E‑Mails haben ein Zählbild und umgeschriebene Links, die Öffnungen und Klicks zählen. Sie können eine einzelne E‑Mail ohne sie senden.',
    off: 'E‑Mails haben kein Zählbild, und ihre Links sind, wie Sie sie geschrieben haben. Öffnungen und Klicks werden nicht gezählt.',
    stop: 'Nicht mehr zählen',
    start: 'Zählen',
    saved: 'Gespeichert. Es gilt für E‑Mails, die von jetzt an entstehen.',
  },
  all: 'Alle Ihre Daten',
  allHint:
    'Eine ZIP-Datei mit Ihren Zielgruppen und Kontakten, Segmenten, abgemeldeten und gesperrten Adressen, Kampagnen, Automationen, einzelnen E‑Mails, Zustellungen und ihren Ergebnissen, Einstellungen und Bildern. Sie enthält keine Passwörter und keine Schlüssel.',
  format:
    'Jede Liste ist eine Textdatei mit einer JSON-Zeile je Eintrag. Bei einem großen Konto dauert es einige Minuten.',
  personal:
    'Die Datei enthält die Adressen aller Ihrer Kontakte. Bewahren Sie sie so auf, dass nur Berechtigte sie lesen können.',
  download: 'Alles herunterladen',
};
