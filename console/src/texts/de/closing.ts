import type * as english from '../en/closing.ts';

/** Closing the account, in German. */
export const closing: typeof english.closing = {
  title: 'Konto schließen',
  hint: 'Wenn Sie das Konto nicht mehr brauchen. Sie können es für begrenzte Zeit wieder öffnen.',
  happens: 'Was geschieht',
  steps: (days) => [
    'Sofort: Kampagnen, Automationen und einzelne E‑Mails werden angehalten, Schlüssel gelten nicht mehr, Webhooks werden nicht mehr aufgerufen, und alle werden abgemeldet.',
    `${days} Tage lang: Melden Sie sich an, um das Konto wieder zu öffnen. Alle Daten bleiben erhalten, und nichts wird gesendet, bis Sie es fortsetzen.`,
    'Danach: Kontakte, Kampagnen, Automationen, Zahlen, Bilder und Einstellungen werden endgültig gelöscht. Sie lassen sich nicht wiederherstellen.',
  ],
  links:
    'Abmelde-Links in gesendeten E‑Mails funktionieren weiter. Nach der Löschung zeigen sie, dass keine E‑Mails mehr kommen.',
  first: 'Laden Sie Ihre Daten herunter, bevor Sie das Konto schließen.',
  toData: 'Zum Herunterladen',
  close: 'Konto schließen',
  prove:
    'Geben Sie dies ein, um das Konto zu schließen. Sie werden abgemeldet, und eine E‑Mail nennt, bis wann Sie es wieder öffnen können.',
  email: 'Adresse des Kontos',
  password: 'Passwort',
  code: 'Code Ihrer App oder ein Wiederherstellungscode',
};
