import { html } from '../../../common/domain/html.ts';
import type { failuresEn } from './failures.en.ts';

export const failuresDe: typeof failuresEn = {
  language: 'de',
  byStatus: {
    413: {
      title: 'Dieses Formular ist zu lang',
      body: html`<p>Nichts wurde geändert. Bitte kürzen Sie, was Sie geschrieben haben, und senden Sie es noch einmal.</p>`,
    },
    415: {
      title: 'Das ist kein Formular von uns',
      body: html`<p>Nichts wurde geändert. Diese Adresse nimmt das Formular ihrer Seite an, wie ein Browser es sendet.</p>`,
    },
    429: {
      title: 'Einen Moment, bitte',
      body: html`<p>Es kamen zu viele Anfragen auf einmal, deshalb wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.</p>`,
    },
    503: {
      title: 'Einen Moment, bitte',
      body: html`<p>Wir erreichen unsere Daten gerade nicht, deshalb wurde nichts geändert. Bitte versuchen Sie es in einer Minute noch einmal.</p>`,
    },
    500: {
      title: 'Etwas ist schiefgegangen',
      body: html`<p>Der Fehler liegt bei uns, nicht bei Ihnen. Bitte versuchen Sie es später noch einmal.</p>`,
    },
  },
  other: {
    title: 'Diese Anfrage war nicht lesbar',
    body: html`<p>Nichts wurde geändert. Bitte öffnen Sie den Link noch einmal.</p>`,
  },
  test: {
    title: 'Dieser Link stammt aus einem Test',
    body: html`<p>In einem Test oder einer Vorschau ändert er nichts. In einer E‑Mail an Ihre Kontakte bekommt jeder einen eigenen Link.</p>`,
  },
};
