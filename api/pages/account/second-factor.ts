import type Router from '@koa/router';
import type { Context } from 'koa';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import {
  offerFactor,
  renewRecoveryCodes,
  turnOff,
  turnOn,
  useCode,
} from '../../../common/accounts/second-factor.ts';
import { enrollmentUri } from '../../../common/domain/one-time-codes.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Page } from '../layout.ts';
import { accountTexts } from '../texts/language.ts';
import { actOn, noteActivity } from './activity.ts';
import { type Forms, leadTo, showAccountPage } from './forms.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { allowed, tooManyTries } from './limited.ts';
import { confirmPage, factorOffPage, factorOnPage, offerPage, recoveryPage } from './second-factor-pages.ts';
import { type Sessions, sessionIdOf, type Visitor } from './sessions.ts';

const PATH = '/account/second-factor';

/**
 * `/account/second-factor`: turns the second factor on and off, and makes new recovery codes (docs/rules.md 18.9 to 18.12). A session alone
 * changes nothing here: turning it on asks for the password, all else for a code.
 */
export function secondFactorPages(
  router: Router,
  forms: Forms,
  sessions: Sessions,
  browsers: KnownBrowsers,
  { limits, config }: Service,
): void {
  const issuer = new URL(config.publicUrl).hostname;

  /** Goes on with this browser as before: every session ended with the change. */
  const goOn = async (ctx: Context, account: AccountDocument): Promise<void> => {
    await sessions.open(ctx, account);
    browsers.remember(ctx, account);
  };

  /** The page for a code that does not let the visitor go on; null where it does, and is used up. */
  const refusalOfCode = async (ctx: Context, visitor: Visitor, typed: string): Promise<Page | null> => {
    const texts = accountTexts(ctx);
    // Counted for the session: one that was stolen does not use up the owner's tries.
    const attempt = await allowed(ctx, () => limits.code(visitor.token));
    if (!attempt) return factorOnPage(visitor, texts, { code: tooManyTries(ctx, texts) }, 429);
    if (!(await useCode(visitor.account, typed, config))) {
      await noteActivity(ctx, 'code_refused', { userId: visitor.account._id });
      return factorOnPage(visitor, texts, { code: texts.code.wrong });
    }
    await attempt();
    return null;
  };

  router.get(
    PATH,
    forms.page(async (ctx, visitor) => {
      const texts = accountTexts(ctx);
      const page = visitor.account.second_factor ? factorOnPage : factorOffPage;
      showAccountPage(ctx, page(visitor, texts));
    }),
  );

  router.post(
    `${PATH}/start`,
    forms.form(async (ctx, visitor, form) => {
      const { _id: userId, email } = visitor.account;
      if (visitor.account.second_factor) return leadTo(ctx, PATH);
      const texts = accountTexts(ctx);
      const password = form('password');
      if (password === '' || isTooLong(password)) {
        return showAccountPage(ctx, factorOffPage(visitor, texts, { password: texts.noPassword }));
      }
      const attempt = await allowed(ctx, () => limits.signInKnown(visitor.token));
      if (!attempt) {
        const problem = tooManyTries(ctx, texts);
        return showAccountPage(ctx, factorOffPage(visitor, texts, { password: problem }, 429));
      }
      if (!(await accountByPassword(email, password))) {
        await noteActivity(ctx, 'password_refused', { userId });
        return showAccountPage(ctx, factorOffPage(visitor, texts, { password: texts.notYourPassword }));
      }
      await attempt();
      const secret = await offerFactor(userId, sessionIdOf(visitor), config);
      showAccountPage(ctx, offerPage(visitor, texts, secret, enrollmentUri(secret, issuer, email)));
    }),
  );

  router.post(
    `${PATH}/on`,
    forms.form(async (ctx, visitor, form) => {
      const { _id: userId } = visitor.account;
      if (visitor.account.second_factor) return leadTo(ctx, PATH);
      const on = await actOn(ctx, 'second_factor_on', { userId }, () =>
        turnOn(visitor.account, sessionIdOf(visitor), form('code'), config),
      );
      const texts = accountTexts(ctx);
      if (!on) return showAccountPage(ctx, confirmPage(visitor, texts, { code: texts.code.wrong }));
      await goOn(ctx, on.account);
      showAccountPage(ctx, recoveryPage(texts, texts.factor.isOn, on.recoveryCodes));
    }),
  );

  router.post(
    `${PATH}/codes`,
    forms.form(async (ctx, visitor, form) => {
      if (!visitor.account.second_factor) return leadTo(ctx, PATH);
      const refusal = await refusalOfCode(ctx, visitor, form('code'));
      if (refusal) return showAccountPage(ctx, refusal);
      const { _id: userId } = visitor.account;
      const codes = await actOn(ctx, 'recovery_codes_made', { userId }, () =>
        renewRecoveryCodes(visitor.account, config),
      );
      if (!codes) return leadTo(ctx, PATH);
      const texts = accountTexts(ctx);
      showAccountPage(ctx, recoveryPage(texts, texts.factor.newCodes, codes));
    }),
  );

  router.post(
    `${PATH}/off`,
    forms.form(async (ctx, visitor, form) => {
      if (!visitor.account.second_factor) return leadTo(ctx, PATH);
      const refusal = await refusalOfCode(ctx, visitor, form('code'));
      if (refusal) return showAccountPage(ctx, refusal);
      const { _id: userId } = visitor.account;
      const account = await actOn(ctx, 'second_factor_off', { userId }, () => turnOff(visitor.account));
      if (account) await goOn(ctx, account);
      leadTo(ctx, '/account?done=second-factor-off');
    }),
  );
}
