import type Router from '@koa/router';
import type { Context } from 'koa';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { isTooLong, MAX_PASSWORD } from '../../../common/accounts/passwords.ts';
import { ADDRESS_MAX, normalizeAddress } from '../../../common/domain/addresses.ts';
import { html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import type { CountReturn } from '../../http/rate-limits.ts';
import { asPage, type Page } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import type { AccountCookies } from './account-cookies.ts';
import { actOn, logActivity } from './activity.ts';
import { type Problems, problemSummary, textField } from './fields.ts';
import { type Forms, leadTo, showAccountPage } from './forms.ts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts';
import { allowed, tooManyTries } from './limited.ts';
import { HOME, returnFrom } from './return.ts';
import type { Sessions } from './sessions.ts';
import { askForCode } from './sign-in-code.ts';

export function signInPages(
  router: Router,
  forms: Forms,
  sessions: Sessions,
  browsers: KnownBrowsers,
  half: AccountCookies,
  { limits }: Service,
): void {
  router.get(
    '/account/sign-in',
    asPage(async (ctx) => {
      const to = returnFrom(ctx.query['return']);
      if (await sessions.find(ctx)) leadTo(ctx, to);
      else showAccountPage(ctx, signInPage(accountTexts(ctx), { to, done: ctx.query['done'] }));
    }),
  );

  router.post(
    '/account/sign-in',
    forms.openForm(async (ctx, readIt) => {
      const known = await browsers.find(ctx);
      // Counted before the form is read, so that a client that guesses costs little.
      const from = await allowed(ctx, () =>
        known ? limits.signInKnown(known.device) : limits.signInFrom(ctx.ip),
      );
      if (!from) return showAccountPage(ctx, tooOften(ctx, '', HOME));
      const form = await readIt();
      const [email, password, to] = [form('email').trim(), form('password'), returnFrom(form('return'))];
      const problems = problemsOf(email, password, accountTexts(ctx));
      if (Object.keys(problems).length > 0) {
        await from();
        const shown = email.length > ADDRESS_MAX ? '' : email;
        return showAccountPage(
          ctx,
          signInPage(accountTexts(ctx), { to, email: shown, problems, status: 422 }),
        );
      }
      const attempt = await allowed(ctx, () => countTry(limits, ctx.ip, normalizeAddress(email), known));
      if (!attempt) return showAccountPage(ctx, tooOften(ctx, email, to));
      const account = await accountByPassword(email, password);
      if (!account) {
        logActivity(ctx, 'sign_in_refused', { userId: null });
        return showAccountPage(ctx, wrong(accountTexts(ctx), email, to));
      }
      await Promise.all([from(), attempt()]);
      if (account.second_factor) return askForCode(ctx, half, account, to);
      await actOn(ctx, 'signed_in', { userId: account._id }, () => sessions.open(ctx, account));
      browsers.remember(ctx, account);
      leadTo(ctx, to);
    }),
  );

  router.post(
    '/account/sign-out',
    forms.form(async (ctx, visitor) => {
      await actOn(ctx, 'signed_out', { userId: visitor.account._id }, () => sessions.close(ctx, visitor));
      leadTo(ctx, '/account/sign-in');
    }, OF_CLOSED),
  );
}

/** A visitor with a closed account can sign out, too. */
const OF_CLOSED = { closed: true };

/** Counts an attempt at an account. A browser that has signed in there before has its own count. */
async function countTry(
  limits: Service['limits'],
  ip: string,
  address: string,
  known: KnownBrowser | null,
): Promise<CountReturn> {
  if (known?.account.email_norm === address) return async () => {};
  const from = known && (await limits.signInFrom(ip));
  const to = await limits.signInTo(address, ip);
  return async () => {
    await Promise.all([from?.(), to()]);
  };
}

/** Problems that need no password check. Long texts are refused before any processing. */
const problemsOf = (email: string, password: string, texts: AccountTexts): Problems => ({
  ...(email === '' && { email: texts.noEmail }),
  ...(email.length > ADDRESS_MAX && { email: texts.longEmail(ADDRESS_MAX) }),
  ...(password === '' && { password: texts.noPassword }),
  ...(isTooLong(password) && { password: texts.longPassword(MAX_PASSWORD) }),
});

const wrong = (texts: AccountTexts, email: string, to: string): Page =>
  signInPage(texts, { to, email, status: 422, problems: { password: texts.signIn.wrong } });

const tooOften = (ctx: Context, email: string, to: string): Page => {
  const texts = accountTexts(ctx);
  return signInPage(texts, { to, email, status: 429, problems: { password: tooManyTries(ctx, texts) } });
};

interface SignIn {
  to: string;
  email?: string;
  status?: number;
  problems?: Problems;
  /** The redirect's word: `reset` for a new password, `closed` for a closed account. */
  done?: unknown;
}

const signInPage = (
  texts: AccountTexts,
  { to, email = '', status = 200, problems = {}, done }: SignIn,
): Page => {
  const { language: lang, signIn } = texts;
  const said = done === 'reset' ? signIn.wasReset : done === 'closed' ? signIn.wasClosed : null;
  return {
    lang,
    status,
    title: signIn.title,
    body: html`
${said !== null && html`<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${said}</span></p>`}${problemSummary(problems, texts)}<form method="post" action="/account/sign-in" novalidate>
<input type="hidden" name="return" value="${to}">
${textField({ name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'username', problem: problems['email'] })}
${textField({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', problem: problems['password'] })}
<button>${signIn.button}</button>
</form>
<p>${signIn.lost}</p>
<p class="soft">${signIn.others}</p>`,
  };
};
