import { isTooLong } from '../../../common/accounts/passwords.ts';
import { accountTexts, overviewTexts } from '../texts/language.ts';
import { accountActs } from './account-acts.ts';
import { newPasswordProblems } from './fields.ts';
import { type AccountParts, leadTo } from './forms.ts';
import { passwordRefusal } from './limited.ts';
import { showOverview } from './overview.ts';

export function passwordForm({ router, forms, signIn, service }: AccountParts): void {
  router.post(
    '/account/password',
    forms.form(async (ctx, visitor, form) => {
      const [old, wanted] = [form('old_password'), form('new_password')];
      const problems = {
        ...(old === '' && { old_password: overviewTexts(ctx).password.noPassword }),
        ...(isTooLong(old) && { old_password: accountTexts(ctx).notYourPassword }),
        ...newPasswordProblems(wanted, accountTexts(ctx)),
      };
      if (Object.keys(problems).length > 0) return showOverview(ctx, visitor, service, { problems });
      const refused = await passwordRefusal(ctx, visitor, old, service.limits);
      if (refused) {
        const { text: old_password, status } = refused;
        return showOverview(ctx, visitor, service, { problems: { old_password }, status });
      }
      await accountActs.savePassword(ctx, visitor, wanted, signIn);
      leadTo(ctx, '/account?done=password');
    }),
  );
}
