import type { Context } from 'koa';
import { type Html, html } from '../../common/domain/html.ts';
import { PAGE_ICON } from '../../shared/page-tokens.ts';
import { failureOf } from '../http/errors.ts';
import { hashOf, STYLE } from './style.ts';
import { failureTexts } from './texts/language.ts';

export interface Page {
  /** Only for a page without translations. */
  readonly lang?: 'en';
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  readonly brand?: Html | false;
}

export interface Manner {
  readonly style: string;
  readonly policy: string;
  readonly referrer: 'no-referrer' | 'same-origin';
}

/** `style` is added to the style sheet of all pages, `policy` to their Content-Security-Policy. */
export function mannerOf(
  style: string,
  policy: readonly string[] = [],
  referrer: Manner['referrer'] = 'no-referrer',
): Manner {
  const whole = STYLE + style;
  const directives = [
    "default-src 'none'",
    `style-src ${hashOf(whole)}`,
    // Logos of accounts, and the icon.
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...policy,
  ];
  return { style: whole, policy: directives.join('; '), referrer };
}

const FROM_A_MAIL = mannerOf('');

/** The HTML of a page in a language. */
export const pageHtml = ({ title, body, brand }: Page, language: string, { style }: Manner): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${PAGE_ICON}">
<style>${{ html: style }}</style>
</head>
<body>
<main>
${brand}<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html;

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Headers of a page without those of its language. */
export const setPageHeaders = (ctx: Context, { policy, referrer }: Manner): void =>
  ctx.set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': referrer,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  });

/** Answers with a page. Only the recipient of a mail may know its address, so no referrer sends it and no search engine keeps it. */
export function showPage(ctx: Context, page: Page, manner: Manner = FROM_A_MAIL): void {
  ctx.status = page.status ?? 200;
  ctx.type = PAGE_TYPE;
  setPageHeaders(ctx, manner);
  if (!page.lang) ctx.vary('Accept-Language');
  ctx.body = pageHtml(page, page.lang ?? failureTexts(ctx).language, manner);
}

/** Ends a handler of `asPage`, which shows this page. */
export class PageInstead extends Error {
  readonly show: (ctx: Context) => void;

  constructor(page: Page, show: (ctx: Context, page: Page) => void = showPage) {
    super(page.title);
    this.show = (ctx) => show(ctx, page);
  }
}

/** Shows failures as pages, too, because the visitor came from a mail. */
export function asPage(handler: (ctx: Context) => Promise<void>) {
  return async (ctx: Context): Promise<void> => {
    try {
      await handler(ctx);
    } catch (error) {
      if (error instanceof PageInstead) return error.show(ctx);
      const { status, headers } = failureOf(error, ctx.state.log);
      const { byStatus, other } = failureTexts(ctx);
      showPage(ctx, { status, ...(byStatus[status] ?? other) });
      ctx.set(headers);
    }
  };
}
