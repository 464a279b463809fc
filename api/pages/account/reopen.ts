import type Router from '@koa/router';
import { reopenAccount } from '../../../common/accounts/closing.ts';
import type { Service } from '../../http/endpoint.ts';
import { actOn } from './activity.ts';
import { type Forms, leadTo } from './forms.ts';

/** `/account/reopen`: reopens a closed account. Closing ended all sessions, so this session began with password and code. */
export function reopenForm(router: Router, forms: Forms, { keys }: Pick<Service, 'keys'>): void {
  router.post(
    '/account/reopen',
    forms.form(
      async (ctx, { account }) => {
        const { _id: userId } = account;
        if (!account.closed) return leadTo(ctx, '/account');
        const isOpen = await actOn(ctx, 'account_reopened', { userId }, () => reopenAccount(account));
        await keys.changed(userId);
        leadTo(ctx, isOpen ? '/account?done=reopened' : '/account');
      },
      { closed: true },
    ),
  );
}
