import type Router from '@koa/router';
import { accountByPassword, changePassword } from '../../../common/accounts/accounts.ts';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import type { Service } from '../../http/endpoint.ts';
import { accountTexts, overviewTexts } from '../texts/language.ts';
import { actOn, noteActivity } from './activity.ts';
import { type Forms, leadTo } from './forms.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { allowed, tooManyTries } from './limited.ts';
import { newPasswordProblems } from './new-password.ts';
import { showOverview } from './overview.ts';
import type { Sessions } from './sessions.ts';

/** The form for a new password. It ends every session; this browser gets a new one. */
export function passwordForm(
  router: Router,
  forms: Forms,
  sessions: Sessions,
  browsers: KnownBrowsers,
  service: Service,
): void {
  const { limits } = service;
  router.post(
    '/account/password',
    forms.form(async (ctx, visitor, form) => {
      const { _id: id, email } = visitor.account;
      const [old, wanted] = [form('old_password'), form('new_password')];
      const problems = {
        ...(old === '' && { old_password: overviewTexts(ctx).password.noPassword }),
        ...(isTooLong(old) && { old_password: accountTexts(ctx).notYourPassword }),
        ...newPasswordProblems(wanted, accountTexts(ctx)),
      };
      if (Object.keys(problems).length > 0) return showOverview(ctx, visitor, service, { problems });
      // Counted by session, so that other clients' attempts do not block a signed-in visitor.
      const attempt = await allowed(ctx, () => limits.signInKnown(visitor.token));
      if (!attempt) {
        const old_password = tooManyTries(ctx, accountTexts(ctx));
        return showOverview(ctx, visitor, service, { problems: { old_password }, status: 429 });
      }
      if (!(await accountByPassword(email, old))) {
        await noteActivity(ctx, 'password_refused', { userId: id });
        return showOverview(ctx, visitor, service, {
          problems: { old_password: accountTexts(ctx).notYourPassword },
        });
      }
      await attempt();
      const account = await actOn(ctx, 'password_changed', { userId: id }, () =>
        changePassword(visitor.account, wanted),
      );
      if (account) {
        await sessions.open(ctx, account);
        browsers.remember(ctx, account);
      }
      leadTo(ctx, '/account?done=password');
    }),
  );
}
