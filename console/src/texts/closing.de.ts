import type { closingEn } from './closing.en.ts';

/** Closing the account, in German. */
export const closingDe: typeof closingEn = {
  title: 'Konto schließen',
  hint: 'Wenn Sie es nicht mehr brauchen. Eine Zeit lang können Sie es sich anders überlegen.',
  happens: 'Was geschieht',
  steps: (days) => [
    'Sofort: Kampagnen, Automationen und Nachrichten halten an, Schlüssel werden abgewiesen, Webhooks nicht mehr aufgerufen, und alle werden abgemeldet.',
    `${days} Tage lang: Melden Sie sich an, um das Konto wieder zu öffnen. Alles ist da, wie es war; nichts geht hinaus, bis Sie es freigeben.`,
    'Danach: Kontakte, Kampagnen, Automationen, Zahlen, Bilder und Einstellungen werden endgültig gelöscht, und niemand kann sie zurückholen.',
  ],
  links:
    'Abmelde-Links in Mails, die schon draußen sind, funktionieren weiter; wer später einen öffnet, liest, dass es nichts mehr abzubestellen gibt.',
  first: 'Laden Sie vorher herunter, was Sie behalten wollen.',
  toData: 'Zum Herunterladen',
  close: 'Konto schließen',
  prove:
    'Geben Sie dies ein, um das Konto zu schließen. Sie werden dann abgemeldet, und eine Mail sagt, bis wann Sie es wieder öffnen können.',
  email: 'Adresse des Kontos',
  password: 'Passwort',
  code: 'Code Ihrer App oder ein Wiederherstellungscode',
};
