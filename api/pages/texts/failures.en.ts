import { type Html, html } from '../../../common/domain/html.ts';
import type { Language } from './language.ts';

interface FailurePage {
  readonly title: string;
  readonly body: Html;
}

export const failuresEn = {
  language: 'en' as Language,
  byStatus: {
    413: {
      title: 'This form is too long',
      body: html`<p>Nothing was changed. Please shorten what you wrote, and send it again.</p>`,
    },
    415: {
      title: 'This form was not recognised',
      body: html`<p>Nothing was changed. Please open the page in your browser, and send its form.</p>`,
    },
    429: {
      title: 'Just a moment, please',
      body: html`<p>Too many requests came at once, so nothing was changed. Please try again in a moment.</p>`,
    },
    503: {
      title: 'Just a moment, please',
      body: html`<p>We cannot reach our data right now, so nothing was changed. Please try again in a minute.</p>`,
    },
    500: {
      title: 'Something went wrong',
      body: html`<p>The fault is ours, not yours. Please try again later.</p>`,
    },
  } as Readonly<Record<number, FailurePage>>,
  other: {
    title: 'Bad Request',
    body: html`<p>This request could not be read.</p>`,
  },
  test: {
    title: 'This link is from a test',
    body: html`<p>In a test or a preview, it changes nothing. In an email to your contacts, each contact gets a separate link.</p>`,
  },
};
