import type { Context } from 'koa';
import { type Html, html } from '../../common/domain/html.ts';
import { failureOf } from '../http/errors.ts';
import type { Language } from './language.ts';
import { hashOf, STYLE } from './style.ts';
import { accountEn } from './texts/account.en.ts';

/** The contents of a page. */
export interface Page {
  /** Absent: English. */
  readonly lang?: Language;
  readonly status?: number;
  /** Used as heading and as the window's title. */
  readonly title: string;
  readonly body: Html;
  /** What stands above the heading (`brandBlock`). */
  readonly brand?: Html | false;
}

/** Style and permissions that a group of pages shares. */
export interface Manner {
  readonly style: string;
  /** The Content-Security-Policy. */
  readonly policy: string;
  readonly referrer: 'no-referrer' | 'same-origin';
}

/** Makes a manner: `style` is added to the style sheet of all pages, `policy` to their Content-Security-Policy. */
export function mannerOf(
  style: string,
  policy: readonly string[] = [],
  referrer: Manner['referrer'] = 'no-referrer',
): Manner {
  const whole = STYLE + style;
  const directives = [
    "default-src 'none'",
    `style-src ${hashOf(whole)}`,
    // Logos of accounts, and the empty icon.
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...policy,
  ];
  return { style: whole, policy: directives.join('; '), referrer };
}

const FROM_A_MAIL = mannerOf('');

/**
 * Answers with a page. Its address is known only to the recipient of a mail, so no referrer may send it and no search engine
 * may keep it.
 */
export function showPage(
  ctx: Context,
  { lang, status = 200, title, body, brand }: Page,
  manner: Manner = FROM_A_MAIL,
): void {
  ctx.status = status;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': manner.policy,
    'Referrer-Policy': manner.referrer,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  if (lang) ctx.vary('Accept-Language');
  ctx.body = html`<!doctype html>
<html lang="${lang ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: manner.style }}</style>
</head>
<body>
<main>
${brand}<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html;
}

/** For a link that we did not sign, or whose records are gone. */
export const LINK_UNKNOWN: Page = { status: 404, ...accountEn.unknownLink };

const FAILURES: Readonly<Record<number, Page>> = {
  413: {
    status: 413,
    title: 'This form is too long',
    body: html`<p>Nothing was changed. Please shorten what you wrote, and send it again.</p>`,
  },
  415: {
    status: 415,
    title: 'This is not a form of ours',
    body: html`<p>Nothing was changed. This address takes the form of its page, as a browser sends it.</p>`,
  },
  429: {
    status: 429,
    title: 'Just a moment, please',
    body: html`<p>Too much came from your network within a minute, so nothing was changed. Please try again in a moment.</p>`,
  },
  503: {
    status: 503,
    title: 'Just a moment, please',
    body: html`<p>We can not reach our records right now, so nothing was changed. Please try again in a minute.</p>`,
  },
  500: {
    status: 500,
    title: 'Something went wrong',
    body: html`<p>The fault is ours, not yours. Please try again later.</p>`,
  },
};

/** Shows failures as pages too, because the visitor came from a mail. */
export function asPage(handler: (ctx: Context) => Promise<void>) {
  return async (ctx: Context): Promise<void> => {
    try {
      await handler(ctx);
    } catch (error) {
      const { status, errors, headers } = failureOf(error, ctx.state.log);
      const said = typeof errors === 'string' ? errors : 'Bad Request';
      showPage(
        ctx,
        FAILURES[status] ?? { status, title: said, body: html`<p>This request could not be read.</p>` },
      );
      ctx.set(headers);
    }
  };
}
