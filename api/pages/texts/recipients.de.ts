import { html } from '../../../common/domain/html.ts';
import type { recipientsEn } from './recipients.en.ts';

export const recipientsDe: typeof recipientsEn = {
  language: 'de',
  erased: (from) => `${from} hat Ihre Adresse gelöscht und sendet Ihnen keine E‑Mails mehr.`,
  deleted: 'Sie bekommen keine dieser E‑Mails mehr',
  deletedHint:
    'Wer Ihnen diese E‑Mail gesendet hat, hat das Konto geschlossen. Es sendet nichts mehr, und Ihre Adresse wurde dort gelöscht.',
  unsubscribe: {
    title: 'Abmelden?',
    question: (group, from, address) =>
      html`${mailsOf(group, from)} an <strong>${address}</strong> abbestellen?`,
    button: 'Abmelden',
    done: 'Sie sind abgemeldet',
    getsNone: (address, group, from) => `${address} bekommt keine ${mailsOf(group, from)} mehr.`,
    getsNoneOf: (address, from) => `${address} bekommt keine E‑Mails von ${from} mehr.`,
    again: 'Sie sind wieder angemeldet',
    gets: (address, group, from) => `${address} bekommt von jetzt an ${mailsOf(group, from)}.`,
    anyTime: (unsubscribe, preferences) =>
      html`Sie können sich jederzeit <a href="${unsubscribe}">abmelden</a> oder <a href="${preferences}">wählen, welche E‑Mails Sie möchten</a>.`,
    others: (preferences) =>
      html`Sie können auch <a href="${preferences}">wählen, welche E‑Mails Sie möchten</a>, oder alle abbestellen.`,
    mistake: 'Aus Versehen abgemeldet?',
    undo: 'Wieder anmelden',
  },
  address: {
    question: (from) => `Welche Adresse soll keine E‑Mails von ${from} mehr bekommen?`,
    label: 'Ihre E‑Mail-Adresse',
    wrong: 'Bitte geben Sie eine vollständige Adresse ein, zum Beispiel ada@example.com.',
    why: 'Zu dieser E‑Mail haben wir keine Aufzeichnung mehr. Deshalb wissen wir nicht, an welche Adresse sie ging.',
  },
  why: {
    thanks: 'Danke, Ihre Antwort ist gezählt.',
    title: 'Warum haben Sie sich abgemeldet?',
    hint: (from) => `Sie müssen nicht antworten. ${from} sieht, wie oft jede Antwort gegeben wurde.`,
    chooseFirst: 'Bitte wählen Sie zuerst eine der Antworten.',
    reasons: {
      too_many: 'Ich bekomme zu viele E‑Mails',
      not_relevant: 'Die E‑Mails sind nicht, was ich erwartet habe',
      not_interested: 'Es interessiert mich nicht mehr',
      never_signed_up: 'Ich habe mich nie für diese E‑Mails angemeldet',
      other: 'Ein anderer Grund',
    },
    send: 'Meine Antwort senden',
  },
  preferences: {
    title: 'Ihre E‑Mail-Einstellungen',
    all: 'Sie sind von allen E‑Mails abgemeldet',
    writeTo: (address) =>
      html`Wenn Sie es sich anders überlegen, schreiben Sie an <a href="mailto:${encodeURI(address)}">${address}</a>.`,
    saved: { title: 'Ihre Wahl ist gespeichert', text: 'Sie gilt von jetzt an.' },
    undone: {
      title: 'Sie sind wieder angemeldet',
      text: 'Sie bekommen wieder E‑Mails, von den Listen, die unten angekreuzt sind.',
    },
    mails: (from, address) => html`E‑Mails von <strong>${from}</strong> an <strong>${address}</strong>`,
    want: 'Diese E‑Mails möchte ich',
    save: 'Meine Wahl speichern',
    none: 'Gar keine E‑Mails?',
    noneHint: (from) => `Damit endet jede E‑Mail von ${from} an Sie, von diesen Listen und jeder anderen.`,
    stopAll: 'Von allen abmelden',
  },
};

function mailsOf(group: string | null | undefined, from: string): string {
  if (group === undefined) return `E‑Mails von ${from}`;
  return group === null ? `E‑Mails dieser Art von ${from}` : `E‑Mails der Liste „${group}“ von ${from}`;
}
