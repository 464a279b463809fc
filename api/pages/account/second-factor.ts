import type { Context } from 'koa';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import {
  offerFactor,
  renewRecoveryCodes,
  turnOff,
  turnOn,
  useCode,
} from '../../../common/accounts/second-factor.ts';
import { enrollmentUri } from '../../../common/domain/one-time-codes.ts';
import { accountTexts } from '../texts/language.ts';
import { actOn, noteActivity } from './activity.ts';
import { type AccountParts, type FormHandler, type FormReader, leadTo, showAccountPage } from './forms.ts';
import { allowed, passwordRefusal, tooManyTries } from './limited.ts';
import { confirmPage, factorOffPage, factorOnPage, offerPage, recoveryPage } from './second-factor-pages.ts';
import { type SignedInAccount, sessionIdOf } from './sessions.ts';

const PATH = '/account/second-factor';

/** `/account/second-factor` (docs/rules.md 18.9 to 18.12). Turning it on needs the password; other changes need a code. */
export function secondFactorPages({
  router,
  forms,
  signIn,
  service: { limits, config },
}: AccountParts): void {
  const acts: Readonly<Record<string, FormHandler>> = {
    async start(ctx, visitor, form) {
      const { _id: userId, email } = visitor.account;
      if (visitor.account.second_factor) return leadTo(ctx, PATH);
      const texts = accountTexts(ctx);
      const password = form('password');
      const refused =
        password === '' || isTooLong(password)
          ? { text: texts.noPassword, status: 422 }
          : await passwordRefusal(ctx, visitor, password, limits);
      if (refused) {
        const problems = { password: refused.text };
        return showAccountPage(ctx, factorOffPage(visitor, texts, problems, refused.status));
      }
      const secret = await offerFactor(userId, sessionIdOf(visitor), config);
      const issuer = new URL(config.publicUrl).hostname;
      showAccountPage(ctx, offerPage(visitor, texts, secret, enrollmentUri(secret, issuer, email)));
    },

    async on(ctx, visitor, form) {
      const { _id: userId } = visitor.account;
      if (visitor.account.second_factor) return leadTo(ctx, PATH);
      const on = await actOn(ctx, 'second_factor_on', { userId }, () =>
        turnOn(visitor.account, sessionIdOf(visitor), form('code'), config),
      );
      const texts = accountTexts(ctx);
      if (!on) return showAccountPage(ctx, confirmPage(visitor, texts, { code: texts.code.wrong }));
      // The change ended every session, also this one.
      await signIn(ctx, on.account);
      showAccountPage(ctx, recoveryPage(texts, texts.factor.isOn, on.recoveryCodes));
    },

    async codes(ctx, visitor, form) {
      if (!(await takesCode(ctx, visitor, form))) return;
      const { _id: userId } = visitor.account;
      const codes = await actOn(ctx, 'recovery_codes_made', { userId }, () =>
        renewRecoveryCodes(visitor.account, config),
      );
      if (!codes) return leadTo(ctx, PATH);
      const texts = accountTexts(ctx);
      showAccountPage(ctx, recoveryPage(texts, texts.factor.newCodes, codes));
    },

    async off(ctx, visitor, form) {
      if (!(await takesCode(ctx, visitor, form))) return;
      const { _id: userId } = visitor.account;
      const account = await actOn(ctx, 'second_factor_off', { userId }, () => turnOff(visitor.account));
      if (account) await signIn(ctx, account);
      leadTo(ctx, '/account?done=second-factor-off');
    },
  };

  /** Uses up the code of the form. If the visitor may not continue, it shows a page and returns false. */
  async function takesCode(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<boolean> {
    if (!visitor.account.second_factor) {
      leadTo(ctx, PATH);
      return false;
    }
    const texts = accountTexts(ctx);
    const refuse = (code: string, status = 422): false => {
      showAccountPage(ctx, factorOnPage(visitor, texts, { code }, status));
      return false;
    };
    // Counted by session: a stolen session must not use up the owner's tries.
    const attempt = await allowed(ctx, () => limits.code(visitor.token));
    if (!attempt) return refuse(tooManyTries(ctx, texts), 429);
    if (!(await useCode(visitor.account, form('code'), config))) {
      await noteActivity(ctx, 'code_refused', { userId: visitor.account._id });
      return refuse(texts.code.wrong);
    }
    await attempt();
    return true;
  }

  router.get(
    PATH,
    forms.page(async (ctx, visitor) => {
      const page = visitor.account.second_factor ? factorOnPage : factorOffPage;
      showAccountPage(ctx, page(visitor, accountTexts(ctx)));
    }),
  );
  for (const [name, act] of Object.entries(acts)) router.post(`${PATH}/${name}`, forms.form(act));
}
