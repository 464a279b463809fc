import type Router from '@koa/router';
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
import { patiently } from '../../../common/mongo/patience.ts';
import type { Service } from '../../http/endpoint.ts';
import { asPage, type Page } from '../layout.ts';
import { actOn, logActivity } from './activity.ts';
import { type Problems, problemSummary, textField } from './fields.ts';
import { type Forms, leadTo, showAccountPage } from './forms.ts';
import { allowed, tooManyTries } from './limited.ts';
import { newPasswordField, newPasswordProblems } from './new-password.ts';

/**
 * `/account/reset`: asks for a mail with a link that sets a new password, and the page of that link (docs/rules.md 18.7). What is
 * answered, and how long it takes, is the same whether the address has an account: only the worker looks.
 */
export function resetPages(router: Router, forms: Forms, { limits, ring }: Service): void {
  router.get(
    '/account/reset',
    asPage(async (ctx) => showAccountPage(ctx, question())),
  );

  router.post(
    '/account/reset',
    forms.openForm(async (ctx, readIt) => {
      // Counted before the form is read, as sign-ins are.
      if (!(await allowed(ctx, () => limits.resetFrom(ctx.ip)))) {
        return showAccountPage(ctx, question({ status: 429, problems: { email: tooOften(ctx) } }));
      }
      const email = (await readIt())('email').trim();
      const problems = {
        ...(email === '' && { email: 'Enter your e-mail address.' }),
        ...(email.length > ADDRESS_MAX && {
          email: `An e-mail address has at most ${ADDRESS_MAX} characters.`,
        }),
      };
      if (Object.keys(problems).length > 0) {
        const shown = email.length > ADDRESS_MAX ? '' : email;
        return showAccountPage(ctx, question({ status: 422, problems, email: shown }));
      }
      const address = normalizeAddress(email);
      if (await limits.resetTo(address)) {
        const mailId = await askForReset(address);
        await ring('mail-password', { mailId });
      }
      logActivity(ctx, 'password_reset_asked', { userId: null });
      showAccountPage(ctx, asked(email));
    }),
  );

  const found = (ctx: Context): Promise<Reset | null> => patiently(findReset(String(ctx.params.token)));

  router.get(
    '/account/reset/:token',
    asPage(async (ctx) => showAccountPage(ctx, (await found(ctx)) ? choice(ctx) : OVER)),
  );

  router.post(
    '/account/reset/:token',
    forms.openForm(async (ctx, readIt) => {
      const reset = await found(ctx);
      if (!reset) return showAccountPage(ctx, OVER);
      const wanted = (await readIt())('new_password');
      const problems = newPasswordProblems(wanted);
      if (Object.keys(problems).length > 0) return showAccountPage(ctx, choice(ctx, problems));
      const isReset = await actOn(ctx, 'password_reset', { userId: reset.account._id }, () =>
        resetPassword(reset, wanted),
      );
      if (!isReset) return showAccountPage(ctx, OVER);
      leadTo(ctx, '/account/sign-in?done=reset');
    }),
  );
}

const tooOften = (ctx: Context): string => tooManyTries(ctx);

interface Question {
  readonly email?: string;
  readonly status?: number;
  readonly problems?: Problems;
}

const question = ({ email = '', status = 200, problems = {} }: Question = {}): Page => ({
  status,
  title: 'Set a new password',
  body: html`
${problemSummary(problems)}<p>We send a link to the address of your account. It is good for ${LINK_MINUTES} minutes.</p>
<form method="post" action="/account/reset" novalidate>
${textField({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username', problem: problems['email'] })}
<button>Send the link</button>
</form>
<p><a href="/account/sign-in">Back to signing in</a></p>`,
});

const asked = (email: string): Page => ({
  title: 'Look into your mailbox',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>If <strong>${email}</strong> has an account, a mail with a link is on its way to it.</span></p>
<p>It may take a minute, and may be in the folder for spam. An address gets only a few such mails an hour; the newest is the one that works.</p>
<p><a href="/account/sign-in">Back to signing in</a></p>`,
});

const OVER: Page = {
  status: 410,
  title: 'This link is no longer good',
  body: html`<p>A link to set a password works once, for ${LINK_MINUTES} minutes, and until a newer mail is asked for or the password is changed.</p>
<p><a href="/account/reset">Ask for a new mail</a></p>`,
};

const choice = (ctx: Context, problems: Problems = {}): Page => ({
  status: Object.keys(problems).length > 0 ? 422 : 200,
  title: 'Choose a new password',
  body: html`
${problemSummary(problems)}<p>Wherever you are signed in, you will no longer be.</p>
<form method="post" action="${ctx.path}" novalidate>
${newPasswordField(problems)}<button>Set this password</button>
</form>`,
});
