import type { Context } from 'koa';
import { type Html, html } from '../../../common/domain/html.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { readFormBody } from '../form-body.ts';
import { asPage, mannerOf, type Page, showPage } from '../layout.ts';
import { formToken, isFormToken, type Sessions, type Visitor } from './sessions.ts';
import { ACCOUNT_STYLE, WIDE } from './style.ts';

/** A form's fields, as texts. */
export type Form = (name: string) => string;

type Handler = (ctx: Context, visitor: Visitor, form: Form) => Promise<void>;

/** Forms of ours name their origin, which no-referrer would keep them from (the Fetch standard, 3.1). */
const ACCOUNT = mannerOf(ACCOUNT_STYLE, [], 'same-origin');
const ROOMY = mannerOf(ACCOUNT_STYLE + WIDE, [], 'same-origin');

export const showAccountPage = (ctx: Context, page: Page): void => showPage(ctx, page, ACCOUNT);
export const showRoomyPage = (ctx: Context, page: Page): void => showPage(ctx, page, ROOMY);

const FORGED: Page = {
  status: 403,
  title: 'This form is out of date',
  body: html`<p>Nothing was changed. Please <a href="/account">open your account</a> and try again.</p>`,
};

export function createForms(sessions: Sessions, limits: RateLimits, publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;

  async function read(ctx: Context): Promise<Form> {
    const inputs = await readFormBody(ctx);
    return (name) => {
      const given = inputs[name];
      return typeof given === 'string' ? given : '';
    };
  }

  /** Browsers name the origin of every form; what names none is no browser, and brings nobody's cookie. */
  function isOurs(ctx: Context): boolean {
    const origin = ctx.get('Origin');
    if (origin === '') return !['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
    return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
  }

  return {
    /** A page for whom it concerns; others sign in first and come back. */
    page: (handler: (ctx: Context, visitor: Visitor) => Promise<void>) =>
      asPage(async (ctx) => {
        const visitor = await sessions.find(ctx);
        if (visitor) await handler(ctx, visitor);
        else leadTo(ctx, `/account/sign-in?return=${encodeURIComponent(ctx.url)}`);
      }),

    /** A form of somebody who is signed in, sent from a page of ours. */
    form: (handler: Handler) =>
      asPage(async (ctx) => {
        if (!isOurs(ctx)) return showAccountPage(ctx, FORGED);
        await limits.form(ctx.ip);
        const visitor = await sessions.find(ctx);
        if (!visitor) return leadTo(ctx, '/account/sign-in');
        const form = await read(ctx);
        if (!isFormToken(visitor, form('form_token'))) return showAccountPage(ctx, FORGED);
        await handler(ctx, visitor, form);
      }),

    /** A form that needs no session. The handler reads it, once it has counted who sends it. */
    openForm: (handler: (ctx: Context, readIt: () => Promise<Form>) => Promise<void>) =>
      asPage(async (ctx) => {
        if (!isOurs(ctx)) return showAccountPage(ctx, FORGED);
        await limits.form(ctx.ip);
        await handler(ctx, () => read(ctx));
      }),
  };
}

export type Forms = ReturnType<typeof createForms>;

/** The markup of a form that {@link Forms} takes. */
export const formOf = (visitor: Visitor, action: string, body: Html): Html =>
  html`<form method="post" action="${action}" novalidate>
<input type="hidden" name="form_token" value="${formToken(visitor)}">
${body}
</form>
`;

/** Leads to a page of ours by GET, so that to load it again sends nothing again. */
export function leadTo(ctx: Context, path: string): void {
  ctx.set({ Location: path, 'Referrer-Policy': 'no-referrer' });
  ctx.body = null;
  // After the body: Koa makes an empty one a 204.
  ctx.status = 303;
}
