import type Router from '@koa/router';
import type { Context } from 'koa';
import { type Html, html } from '../../../common/domain/html.ts';
import type { AccountDocument, Closure } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { type FormInputs, isFromOurPages, readFormBody, readFormWithFile } from '../form-body.ts';
import { asPage, mannerOf, type Page, PageInstead, showPage } from '../layout.ts';
import { accountTexts } from '../texts/language.ts';
import type { AccountCookies, KnownBrowsers } from './account-cookies.ts';
import { formToken, isFormToken, type Sessions, type SignedInAccount } from './sessions.ts';
import { ACCOUNT_STYLE, WIDE_STYLE } from './style.ts';

export type FormReader = (name: string) => string;

export type FormHandler = (ctx: Context, visitor: SignedInAccount, form: FormReader) => Promise<void>;

/** `fileOf`: the bytes of a file by its field name; null without a file. */
type UploadHandler = (
  ctx: Context,
  visitor: SignedInAccount,
  form: FormReader,
  fileOf: (name: string) => Buffer | null,
) => Promise<void>;

/** The account without JavaScript; `/account` alone leads to the console. */
export const PLAIN_ACCOUNT = '/account?plain';

/** Forms need an `Origin` header, and with `no-referrer` browsers do not send it (Fetch standard, 3.1). */
const ACCOUNT = mannerOf(ACCOUNT_STYLE, [], 'same-origin');
const ROOMY = mannerOf(ACCOUNT_STYLE + WIDE_STYLE, [], 'same-origin');

/** Reads a field as text; a missing or repeated one is empty. */
export const formFrom =
  (inputs: Readonly<Record<string, unknown>>): FormReader =>
  (name) => {
    const given = inputs[name];
    return typeof given === 'string' ? given : '';
  };

export const showAccountPage = (ctx: Context, page: Page): void => showPage(ctx, page, ACCOUNT);
export const showRoomyPage = (ctx: Context, page: Page): void => showPage(ctx, page, ROOMY);

const forged = (ctx: Context): PageInstead =>
  new PageInstead({ status: 403, ...accountTexts(ctx).wrongForm }, showAccountPage);

/** `showClosed` replaces every page of a closed account. */
export function createForms(
  sessions: Sessions,
  limits: RateLimits,
  publicUrl: string,
  showClosed: (ctx: Context, visitor: SignedInAccount, closure: Closure) => void,
) {
  const publicOrigin = new URL(publicUrl).origin;

  /** Refuses a form of another site, and counts ours before its body is read. */
  async function admit(ctx: Context): Promise<void> {
    if (!isFromOurPages(ctx, publicOrigin)) throw forged(ctx);
    await limits.form(ctx.ip);
  }

  /** A form that needs a session. `readIt` returns null for a body that it refuses, and answers this itself. */
  const sessionForm = <Read extends { readonly inputs: FormInputs }>(
    closed: boolean,
    readIt: (ctx: Context, visitor: SignedInAccount) => Promise<Read | null>,
    handler: (ctx: Context, visitor: SignedInAccount, form: FormReader, read: Read) => Promise<void>,
  ) =>
    asPage(async (ctx) => {
      await admit(ctx);
      const visitor = await sessions.find(ctx);
      // These forms are of pages without JavaScript, to which the person returns.
      if (!visitor) return leadTo(ctx, `/account/sign-in?return=${encodeURIComponent(PLAIN_ACCOUNT)}`);
      if (visitor.account.closed && !closed) return leadTo(ctx, '/account');
      const read = await readIt(ctx, visitor);
      if (!read) return;
      const form = formFrom(read.inputs);
      if (!isFormToken(visitor, form('form_token'))) throw forged(ctx);
      await handler(ctx, visitor, form, read);
    });

  return {
    /** A page for a signed-in account. Other visitors sign in first and return; a closed account gets `showClosed`. */
    page: (handler: (ctx: Context, visitor: SignedInAccount) => Promise<void>) =>
      asPage(async (ctx) => {
        const visitor = await sessions.find(ctx);
        if (visitor?.account.closed) showClosed(ctx, visitor, visitor.account.closed);
        else if (visitor) await handler(ctx, visitor);
        else leadTo(ctx, `/account/sign-in?return=${encodeURIComponent(ctx.url)}`);
      }),

    /** A form that needs a session and must come from one of our pages; `closed` allows closed accounts. */
    form: (handler: FormHandler, { closed = false } = {}) =>
      sessionForm(
        closed,
        async (ctx, { account }) => ({ inputs: await readFormBody(ctx, limits, account._id) }),
        handler,
      ),

    /** A multipart form with a file of at most `bytes`. A larger one is not read, and `tooLarge` answers. */
    upload: (
      bytes: number,
      handler: UploadHandler,
      tooLarge: (ctx: Context, visitor: SignedInAccount) => Promise<void>,
    ) =>
      sessionForm(
        false,
        async (ctx, visitor) => {
          const read = await readFormWithFile(ctx, bytes, limits, visitor.account._id);
          if (!read) await tooLarge(ctx, visitor);
          return read;
        },
        (ctx, visitor, form, { fileOf }) => handler(ctx, visitor, form, fileOf),
      ),

    /** A form without a session. The handler counts the client's attempt, then reads the form. */
    openForm: (handler: (ctx: Context, readIt: () => Promise<FormReader>) => Promise<void>) =>
      asPage(async (ctx) => {
        await admit(ctx);
        await handler(ctx, async () => formFrom(await readFormBody(ctx, limits)));
      }),
  };
}

export type Forms = ReturnType<typeof createForms>;

export interface AccountParts {
  readonly router: Router;
  readonly forms: Forms;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  /** Browsers that sent the right password and need a code. The cookie alone gives no access. */
  readonly half: AccountCookies;
  readonly signIn: (ctx: Context, account: AccountDocument) => Promise<void>;
  readonly service: Service;
}

export const formOf = (
  visitor: SignedInAccount,
  action: string,
  body: Html,
  encoding?: 'multipart/form-data',
): Html =>
  html`<form method="post" action="${action}"${encoding && html` enctype="${encoding}"`} novalidate>
<input type="hidden" name="form_token" value="${formToken(visitor)}">
${body}
</form>
`;

/** Redirects by GET to one of our pages, so that a reload does not send the form again. */
export function leadTo(ctx: Context, path: string): void {
  ctx.set({ Location: path, 'Referrer-Policy': 'no-referrer' });
  ctx.body = null;
  // After the body: Koa sets 204 for an empty body.
  ctx.status = 303;
}
