import type { Context } from 'koa';
import {
  askForReset,
  findReset,
  LINK_MINUTES,
  type Reset,
  resetPassword,
} from '../../../common/accounts/password-resets.ts';
import { ADDRESS_MAX, normalizeAddress } from '../../../common/domain/addresses.ts';
import { html } from '../../../common/domain/html.ts';
import { patiently } from '../../../common/store/patience.ts';
import { asPage, type Page, PageInstead } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import { actOn, logActivity } from './activity.ts';
import {
  newPasswordField,
  newPasswordProblems,
  type Problems,
  problemSummary,
  statusOf,
  textField,
} from './fields.ts';
import { type AccountParts, leadTo, showAccountPage } from './forms.ts';
import { allowed, givingBack, passwordTurn, tooManyTries } from './limited.ts';
import type { SignInForm } from './sign-in-code.ts';

/** `/account/reset` (docs/rules.md 18.7). Answer and duration do not depend on whether the account exists: only the worker checks. */
export function resetPages({ router, forms, service: { limits, ring } }: AccountParts): void {
  router.get(
    '/account/reset',
    asPage(async (ctx) => showAccountPage(ctx, question(accountTexts(ctx)))),
  );

  router.post(
    '/account/reset',
    forms.openForm(async (ctx, readIt) => {
      const texts = accountTexts(ctx);
      if (!(await allowed(ctx, () => limits.resetFrom(ctx.ip)))) {
        const email = tooManyTries(ctx, texts);
        return showAccountPage(ctx, question(texts, { status: 429, problems: { email } }));
      }
      const email = (await readIt())('email').trim();
      const problems = {
        ...(email === '' && { email: texts.noEmail }),
        ...(email.length > ADDRESS_MAX && { email: texts.longEmail(ADDRESS_MAX) }),
      };
      if (Object.keys(problems).length > 0) {
        const shown = email.length > ADDRESS_MAX ? '' : email;
        return showAccountPage(ctx, question(texts, { problems, email: shown }));
      }
      const address = normalizeAddress(email);
      if (await limits.resetTo(address)) {
        const mailId = await askForReset(address);
        await ring('mail-password', { mailId });
      }
      logActivity(ctx, 'password_reset_asked', { userId: null });
      showAccountPage(ctx, asked(email, texts));
    }),
  );

  async function find(ctx: Context): Promise<Reset> {
    const reset = await patiently(findReset(String(ctx.params.token)));
    if (!reset) throw over(accountTexts(ctx));
    return reset;
  }

  router.get(
    '/account/reset/:token',
    asPage(async (ctx) => {
      await find(ctx);
      showAccountPage(ctx, choice(ctx));
    }),
  );

  router.post(
    '/account/reset/:token',
    forms.openForm(async (ctx, readIt) => {
      const reset = await find(ctx);
      const wanted = (await readIt())('new_password');
      const problems = newPasswordProblems(wanted, accountTexts(ctx));
      if (Object.keys(problems).length > 0) return showAccountPage(ctx, choice(ctx, problems));
      const { _id: userId, email_norm: person } = reset.account;
      const attempt = await allowed(ctx, () => limits.signInFrom(ctx.ip));
      if (!attempt) {
        const new_password = tooManyTries(ctx, accountTexts(ctx));
        return showAccountPage(ctx, { ...choice(ctx, { new_password }), status: 429 });
      }
      const isReset = await givingBack([attempt], () =>
        actOn(ctx, 'password_reset', { userId }, () =>
          resetPassword(reset, wanted, passwordTurn(ctx, person)),
        ),
      );
      if (!isReset) throw over(accountTexts(ctx));
      leadTo(ctx, '/account/sign-in?done=reset');
    }),
  );
}

const question = (
  texts: AccountTexts,
  { email = '', problems = {}, status = statusOf(problems) }: SignInForm = {},
): Page => ({
  status,
  title: texts.reset.title,
  body: html`
${problemSummary(problems, texts)}<p>${texts.reset.hint(LINK_MINUTES)}</p>
<form method="post" action="/account/reset" novalidate>
${textField({ name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'username', problem: problems['email'] })}
<button>${texts.reset.button}</button>
</form>
<p><a href="/account/sign-in">${texts.toSignIn}</a></p>`,
});

const asked = (email: string, { reset, toSignIn }: AccountTexts): Page => ({
  title: reset.asked,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${reset.sent(email)}</span></p>
<p>${reset.wait}</p>
<p><a href="/account/sign-in">${toSignIn}</a></p>`,
});

const over = ({ reset }: AccountTexts): PageInstead => {
  const body = html`<p>${reset.overHint(LINK_MINUTES)}</p>
<p><a href="/account/reset">${reset.again}</a></p>`;
  return new PageInstead({ status: 410, title: reset.over, body }, showAccountPage);
};

const choice = (ctx: Context, problems: Problems = {}): Page => {
  const texts = accountTexts(ctx);
  return {
    status: statusOf(problems),
    title: texts.reset.choose,
    body: html`
${problemSummary(problems, texts)}<p>${texts.reset.chooseHint}</p>
<form method="post" action="${ctx.path}" novalidate>
${newPasswordField(problems, texts)}<button>${texts.reset.set}</button>
</form>`,
  };
};
