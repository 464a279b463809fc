import type { Context } from 'koa';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import { accountTexts } from '../texts/language.ts';
import { createFactorActs } from './account-acts.ts';
import { type AccountParts, type FormHandler, type FormReader, leadTo, showAccountPage } from './forms.ts';
import { allowed, passwordRefusal, tooManyTries } from './limited.ts';
import { confirmPage, factorOffPage, factorOnPage, offerPage, recoveryPage } from './second-factor-pages.ts';
import type { SignedInAccount } from './sessions.ts';

const PATH = '/account/second-factor';

/** `/account/second-factor` (docs/rules.md 18.9 to 18.12). Turning it on needs the password; other changes need a code. */
export function secondFactorPages({ router, forms, signIn, service }: AccountParts): void {
  const { limits } = service;
  const factor = createFactorActs(service, signIn);
  const acts: Readonly<Record<string, FormHandler>> = {
    async start(ctx, visitor, form) {
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
      showAccountPage(ctx, offerPage(visitor, texts, await factor.offer(visitor)));
    },

    async on(ctx, visitor, form) {
      if (visitor.account.second_factor) return leadTo(ctx, PATH);
      const codes = await factor.turnOn(ctx, visitor, form('code'));
      const texts = accountTexts(ctx);
      if (!codes) return showAccountPage(ctx, confirmPage(visitor, texts, { code: texts.code.wrong }));
      showAccountPage(ctx, recoveryPage(texts, texts.factor.isOn, codes));
    },

    async codes(ctx, visitor, form) {
      if (!(await takesCode(ctx, visitor, form))) return;
      const codes = await factor.renew(ctx, visitor);
      if (!codes) return leadTo(ctx, PATH);
      const texts = accountTexts(ctx);
      showAccountPage(ctx, recoveryPage(texts, texts.factor.newCodes, codes));
    },

    async off(ctx, visitor, form) {
      if (!(await takesCode(ctx, visitor, form))) return;
      await factor.turnOff(ctx, visitor);
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
    const isTaken = await allowed(ctx, () => factor.takesCode(ctx, visitor, form('code')));
    if (isTaken === null) return refuse(tooManyTries(ctx, texts), 429);
    return isTaken || refuse(texts.code.wrong);
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
