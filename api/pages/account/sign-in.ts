import type { Context } from 'koa';
import { hasAccount } from '../../../common/accounts/first-account.ts';
import { isTooLong, MAX_PASSWORD } from '../../../common/accounts/passwords.ts';
import { ADDRESS_MAX, normalizeAddress } from '../../../common/domain/addresses.ts';
import { html } from '../../../common/domain/html.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { asPage, type Page } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import type { NamedAccount } from './account-cookies.ts';
import { actOn, logActivity, noteRefusedSignIn } from './activity.ts';
import { type Problems, problemSummary, statusOf, textField } from './fields.ts';
import { type AccountParts, leadTo, showAccountPage } from './forms.ts';
import { allowed, countedAccount, tooManyTries } from './limited.ts';
import { askForCode, HOME, returnFrom, type SignInForm } from './sign-in-code.ts';

export function signInPages(parts: AccountParts): void {
  const { router, forms, sessions, browsers, half, signIn } = parts;
  const { limits } = parts.service;
  let isSetUp = false;
  /** A service with an account is not asked again. */
  const isFirst = async (): Promise<boolean> => {
    isSetUp ||= await hasAccount();
    return !isSetUp;
  };
  router.get(
    '/account/sign-in',
    asPage(async (ctx) => {
      const to = returnFrom(ctx.query['return']);
      if (await sessions.find(ctx)) leadTo(ctx, to);
      else if (await isFirst()) showAccountPage(ctx, offerPage(accountTexts(ctx)));
      else showAccountPage(ctx, signInPage(accountTexts(ctx), { to }, ctx.query['done']));
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
        return showAccountPage(ctx, signInPage(accountTexts(ctx), { to, email: shown, problems }));
      }
      const attempt = await allowed(ctx, () => countTry(limits, ctx.ip, normalizeAddress(email), known));
      if (!attempt) return showAccountPage(ctx, tooOften(ctx, email, to));
      // A browser that is known for the account does not wait for guesses at it.
      const address = normalizeAddress(email);
      const person = known?.account.email_norm === address ? known.device : address;
      const checked = await allowed(ctx, async () => [
        await countedAccount(ctx, limits, { email, password, person }, [from, attempt]),
      ]);
      if (!checked) return showAccountPage(ctx, tooOften(ctx, email, to));
      const [account] = checked;
      if (!account) {
        logActivity(ctx, 'sign_in_refused', { userId: null });
        noteRefusedSignIn(ctx, email);
        const texts = accountTexts(ctx);
        const problems = { password: texts.signIn.wrong };
        return showAccountPage(ctx, signInPage(texts, { to, email, problems }));
      }
      await Promise.all([from(), attempt()]);
      if (account.second_factor) return askForCode(ctx, half, account, to);
      await actOn(ctx, 'signed_in', { userId: account._id }, () => signIn(ctx, account));
      leadTo(ctx, to);
    }),
  );

  router.post(
    '/account/sign-out',
    forms.form(
      async (ctx, visitor) => {
        await actOn(ctx, 'signed_out', { userId: visitor.account._id }, () => sessions.close(ctx, visitor));
        leadTo(ctx, '/account/sign-in');
      },
      { closed: true },
    ),
  );
}

/** Counts an attempt at an account. A browser that has signed in there before has its own count. */
async function countTry(limits: RateLimits, ip: string, address: string, known: NamedAccount | null) {
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

const tooOften = (ctx: Context, email: string, to: string): Page => {
  const texts = accountTexts(ctx);
  return signInPage(texts, { to, email, status: 429, problems: { password: tooManyTries(ctx, texts) } });
};

const offerPage = ({ signIn, first }: AccountTexts): Page => ({
  title: signIn.title,
  body: html`<p>${first.offer}</p>`,
});

/** `done` is the redirect's word: `reset` for a new password, `closed` for a closed account. */
function signInPage(
  texts: AccountTexts,
  { to = HOME, email = '', problems = {}, status = statusOf(problems) }: SignInForm,
  done?: unknown,
): Page {
  const { signIn } = texts;
  const said = done === 'reset' ? signIn.wasReset : done === 'closed' ? signIn.wasClosed : null;
  return {
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
}
