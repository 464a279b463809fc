import type { Context } from 'koa';
import { reopenAccount } from '../../../common/accounts/closing.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { Closure } from '../../../common/models/accounts.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import type { Page } from '../layout.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import { actOn } from './activity.ts';
import { shownTime } from './fields.ts';
import { type AccountParts, formOf, leadTo, PLAIN_ACCOUNT, showAccountPage } from './forms.ts';
import type { SignedInAccount } from './sessions.ts';

/** The page of a closed account. Its only act is to reopen the account, until the deletion begins. */
export const showClosed = (ctx: Context, visitor: SignedInAccount, closure: Closure): void =>
  showAccountPage(ctx, closedPage(visitor, closure, accountTexts(ctx)));

const closedPage = (visitor: SignedInAccount, closure: Closure, { closed, signOut }: AccountTexts): Page => ({
  title: closure.deleting ? closed.going : closed.title,
  body: html`
${closure.deleting ? html`<p>${closed.gone}</p>` : choice(visitor, closure, closed)}
${formOf(visitor, '/account/sign-out', html`<button class="quiet">${signOut}</button>`)}`,
});

const choice = (visitor: SignedInAccount, { at, until }: Closure, closed: AccountTexts['closed']): Html => {
  const { timezone } = visitor.account;
  return html`<p>${closed.since(shownTime(at, timezone))}</p>
<p>${closed.until(shownTime(until, timezone), cityOf(timezone))}</p>
<p>${closed.afterwards}</p>
${formOf(visitor, '/account/reopen', html`<button>${closed.reopen}</button>`)}`;
};

/** `/account/reopen`: reopens a closed account. Closing ended all sessions, so this session began with password and code. */
export function reopenForm({ router, forms, service: { keys } }: AccountParts): void {
  router.post(
    '/account/reopen',
    forms.form(
      async (ctx, { account }) => {
        const { _id: userId } = account;
        if (!account.closed) return leadTo(ctx, PLAIN_ACCOUNT);
        const isOpen = await actOn(ctx, 'account_reopened', { userId }, () => reopenAccount(account));
        await keys.changed(userId);
        leadTo(ctx, isOpen ? '/account?done=reopened' : PLAIN_ACCOUNT);
      },
      { closed: true },
    ),
  );
}
