import type * as english from '../en/person.ts';
import { number } from './numbers.ts';

export const erasing: typeof english.erasing = {
  button: 'Endgültig löschen',
  title: (email) => `${email} endgültig löschen?`,
  what: 'Alle Daten zu dieser Adresse werden innerhalb einer Minute aus Ihrem Konto entfernt:',
  consequences: [
    'Der Kontakt mit allen Werten, in jeder Zielgruppe.',
    'Seine Plätze in Segmenten, Automationen und Importen.',
    'Seine Adresse in allen Berichten. Deren Zahlen bleiben.',
  ],
  forGood:
    'Die Adresse bekommt nie wieder E‑Mails, auch nicht nach einem späteren Import. Die Daten lassen sich nicht wiederherstellen.',
  type: (email) => `Geben Sie zur Bestätigung die Adresse ein: ${email}`,
  keep: 'Kontakt behalten',
  yes: 'Diese Person löschen',
  begun: (email) => `${email} wird gelöscht. Das dauert bis zu einer Minute.`,
};

export const sentMail: typeof english.sentMail = {
  open: (subject) => `E‑Mail anzeigen: ${subject}`,
  title: 'E‑Mail',
  hint: 'Die E‑Mail mit den Daten dieses Kontakts, mit dem heutigen Inhalt.',
  toReport: 'Zum Bericht der Kampagne',
};

export const groupMembers: typeof english.groupMembers = {
  back: 'Alle Abo-Arten',
  lost: 'Abo-Art nicht gefunden',
  lostHint: 'Sie wurde möglicherweise gelöscht.',
  title: (name) => `Von ${name} abgemeldet`,
  hint: 'Diese Adressen bekommen keine E‑Mails dieser Art, aber weiterhin die anderer Arten.',
  none: 'Niemand hat sich von dieser Art abgemeldet.',
  search: 'Diese Adressen durchsuchen',
  joined: (email) => `${email} ist wieder angemeldet.`,
  show: 'Personen anzeigen',
  showOf: (name) => `Personen anzeigen, die sich von ${name} abgemeldet haben`,
};

export const quotaTexts: typeof english.quotaTexts = {
  title: 'Grenzen',
  hint: 'Was Ihr Konto nutzen darf und was es jetzt nutzt. Ihr Administrator kann eine Grenze anheben.',
  of: (used, limit) => `${used} von ${limit}`,
  unlimited: (used) => `${used}, ohne Grenze`,
  near: 'Diese Grenze ist fast erreicht.',
  megabytes: (n) => `${number(Math.round(n * 10) / 10)} MB`,
  names: {
    mails_per_day: 'E‑Mails heute',
    contacts: 'Kontakte',
    opt_outs: 'Abgemeldete und gesperrte Adressen',
    segments: 'Segmente',
    automations: 'Automationen',
    sending_domains: 'Absender-Domains',
    stored_bytes: 'Gespeicherte Dateien und Inhalte',
  },
};

export const messagesPage: typeof english.messagesPage = {
  title: 'Einzelne E‑Mails',
  hint: 'E‑Mails an eine Person, die Ihre Programme senden, etwa Bestellbestätigungen.',
  none: 'Noch keine einzelnen E‑Mails',
  noneHint: 'Ihre Programme senden sie mit einem Schlüsselpaar. Näheres steht in der API-Referenz.',
  open: 'Einzelheiten',
  openOf: (subject, email) => `Einzelheiten: ${subject}, ${email}`,
  one: 'Einzelne E‑Mail',
  to: 'An',
  due: 'Sendezeit',
  delivered: 'Zugestellt',
  why: 'Warum sie wartet',
  files: 'Anhänge',
  cancel: 'Senden abbrechen',
  cancelTitle: 'Das Senden dieser E‑Mail abbrechen?',
  cancelHint: 'Sie wird nicht gesendet. Das lässt sich nicht rückgängig machen.',
  keep: 'Behalten',
};

export const personPlaces: typeof english.personPlaces = {
  title: 'Segmente, Zielgruppen und Automationen',
  noSegments: 'In keinem Segment.',
  audiences: 'Andere Zielgruppen',
  noAudiences: 'In keiner anderen Zielgruppe.',
  noAutomations: 'In keiner Automation.',
  machines: 'Öffnungen und Klicks von Bots und Scannern anzeigen',
};

export const senderDeletion: typeof english.senderDeletion = {
  title: (name) => `Absender ${name} löschen?`,
  hint: 'Diese verwenden ihn und halten an, bis Sie einen anderen Absender wählen:',
  keep: 'Behalten',
  yes: 'Absender löschen',
  effects: { campaign: 'wird nicht weiter gesendet', automation: 'ihre E‑Mails warten' },
};
