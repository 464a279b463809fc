import type { Context } from 'koa';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { useCode } from '../../../common/accounts/second-factor.ts';
import { html } from '../../../common/domain/html.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { asPage, type Page } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import type { AccountCookies, NamedAccount } from './account-cookies.ts';
import { actOn, logActivity, noteActivity } from './activity.ts';
import { codeField, type Problems, problemSummary, statusOf } from './fields.ts';
import { type AccountParts, leadTo, showAccountPage } from './forms.ts';
import { allowed, tooManyTries } from './limited.ts';

const PATH = '/account/sign-in/code';

/** Pages to return to after signing in: only ours. */
const RETURN =
  /^\/(?:account(?:\?plain)?|design\/[\w-]{1,64}|console(?:\/[\w/-]{0,200})?(?:\?[\w=&%.~+-]{0,500})?)$/;
export const HOME = '/console';

export const returnFrom = (given: unknown): string =>
  typeof given === 'string' && RETURN.test(given) ? given : HOME;

export interface SignInForm {
  readonly to?: string;
  readonly email?: string;
  readonly problems?: Problems;
  readonly status?: number;
}

export function askForCode(ctx: Context, half: AccountCookies, account: AccountDocument, to: string): void {
  half.remember(ctx, account);
  logActivity(ctx, 'code_asked', { userId: account._id });
  leadTo(ctx, `${PATH}?return=${encodeURIComponent(to)}`);
}

/** `/account/sign-in/code`: the second step of signing in, for accounts with a second factor. */
export function codePages({ router, forms, browsers, half, signIn, service }: AccountParts): void {
  const { limits, config } = service;
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
      const attempt = await allowed(ctx, () => countTry(limits, ctx.ip, account, known));
      if (!attempt) {
        const code = tooManyTries(ctx, texts);
        return showAccountPage(ctx, codePage(texts, { status: 429, problems: { code } }));
      }
      const form = await readIt();
      const to = returnFrom(form('return'));
      if (!(await useCode(account, form('code'), config))) {
        await noteActivity(ctx, 'code_refused', { userId: account._id });
        return showAccountPage(ctx, codePage(texts, { to, problems: { code: texts.code.wrong } }));
      }
      await attempt();
      half.forget(ctx);
      await actOn(ctx, 'signed_in', { userId: account._id }, () => signIn(ctx, account));
      leadTo(ctx, to);
    }),
  );
}

/** Counts an attempt. Browsers that signed in before have their own count: knowing the password must not lock out the owner. */
async function countTry(
  limits: RateLimits,
  ip: string,
  account: AccountDocument,
  known: NamedAccount | null,
) {
  const isKnown = known?.account._id === account._id;
  const from = await limits.signInFrom(ip);
  const by = await limits.code(isKnown ? known.device : `${account._id} ${accessMark(account)}`);
  return async () => {
    await Promise.all([from(), by()]);
  };
}

function codePage(
  texts: AccountTexts,
  { to = HOME, problems = {}, status = statusOf(problems) }: SignInForm,
): Page {
  const { code } = texts;
  return {
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
}
