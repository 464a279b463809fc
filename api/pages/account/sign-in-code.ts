import type Router from '@koa/router';
import type { Context } from 'koa';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { useCode } from '../../../common/accounts/second-factor.ts';
import { html } from '../../../common/domain/html.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import type { CountReturn } from '../../http/rate-limits.ts';
import { asPage, type Page } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import { type AccountCookies, createAccountCookies } from './account-cookies.ts';
import { actOn, logActivity, noteActivity } from './activity.ts';
import { codeField } from './code-field.ts';
import { type Problems, problemSummary } from './fields.ts';
import { type Forms, leadTo, showAccountPage } from './forms.ts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts';
import { allowed, tooManyTries } from './limited.ts';
import { returnFrom } from './return.ts';
import type { Sessions } from './sessions.ts';

const PATH = '/account/sign-in/code';
const LASTS_SECONDS = 600;

/** Browsers that sent the right password and need a code. The cookie alone gives no access. */
export const createHalfSignedIn = (publicUrl: string, secrets: readonly string[]): AccountCookies =>
  createAccountCookies(publicUrl, secrets, {
    name: 'half-signed-in',
    purpose: 'half signed in',
    seconds: LASTS_SECONDS,
  });

export function askForCode(ctx: Context, half: AccountCookies, account: AccountDocument, to: string): void {
  half.remember(ctx, account);
  logActivity(ctx, 'code_asked', { userId: account._id });
  leadTo(ctx, `${PATH}?return=${encodeURIComponent(to)}`);
}

/** `/account/sign-in/code`: the second step of signing in, for accounts with a second factor. */
export function codePages(
  router: Router,
  forms: Forms,
  sessions: Sessions,
  browsers: KnownBrowsers,
  half: AccountCookies,
  { limits, config }: Service,
): void {
  router.get(
    PATH,
    asPage(async (ctx) => {
      if (!(await half.find(ctx))) return leadTo(ctx, '/account/sign-in');
      showAccountPage(ctx, codePage(accountTexts(ctx), { to: returnFrom(ctx.query['return']) }));
    }),
  );

  router.post(
    PATH,
    forms.openForm(async (ctx, readIt) => {
      const [named, known] = await Promise.all([half.find(ctx), browsers.find(ctx)]);
      if (!named) return leadTo(ctx, '/account/sign-in');
      const { account } = named;
      const texts = accountTexts(ctx);
      // Counted before the form is read, as for sign-ins.
      const attempt = await allowed(ctx, () => countTry(limits, ctx.ip, account, known));
      if (!attempt) {
        const code = tooManyTries(ctx, texts);
        return showAccountPage(ctx, codePage(texts, { status: 429, problems: { code } }));
      }
      const form = await readIt();
      const to = returnFrom(form('return'));
      if (!(await useCode(account, form('code'), config))) {
        await noteActivity(ctx, 'code_refused', { userId: account._id });
        return showAccountPage(
          ctx,
          codePage(texts, { to, status: 422, problems: { code: texts.code.wrong } }),
        );
      }
      await attempt();
      half.forget(ctx);
      await actOn(ctx, 'signed_in', { userId: account._id }, () => sessions.open(ctx, account));
      browsers.remember(ctx, account);
      leadTo(ctx, to);
    }),
  );
}

/** Counts an attempt. Browsers that signed in before have their own count: knowing the password must not lock out the owner. */
async function countTry(
  limits: Service['limits'],
  ip: string,
  account: AccountDocument,
  known: KnownBrowser | null,
): Promise<CountReturn> {
  const isKnown = known?.account._id === account._id;
  const from = await limits.signInFrom(ip);
  const by = await limits.code(isKnown ? known.device : `${account._id} ${accessMark(account)}`);
  return async () => {
    await Promise.all([from(), by()]);
  };
}

interface CodeForm {
  to?: string;
  status?: number;
  problems?: Problems;
}

const codePage = (
  texts: AccountTexts,
  { to = returnFrom(''), status = 200, problems = {} }: CodeForm,
): Page => {
  const { language: lang, code } = texts;
  return {
    lang,
    status,
    title: code.title,
    body: html`
${problemSummary(problems, texts)}<p>${code.right}</p>
<form method="post" action="${PATH}" novalidate>
<input type="hidden" name="return" value="${to}">
${codeField(problems, texts)}<button>${code.button}</button>
</form>
<p class="soft">${code.lost}</p>
<p><a href="/account/sign-in">${texts.toSignIn}</a></p>`,
  };
};
