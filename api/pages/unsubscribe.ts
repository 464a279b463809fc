import type Router from '@koa/router';
import { addOptOuts } from '../../common/changes/suppressions.ts';
import { type Html, html } from '../../common/domain/html.ts';
import type { TokenKey } from '../../common/domain/tokens.ts';
import type { Tracking } from '../tracking.ts';
import { asPage, LINK_UNKNOWN, showPage } from './layout.ts';
import {
  countUnsubscribed,
  erasedPage,
  groupName,
  isOfErased,
  preferencesPath,
  readSubscription,
  type Subscription,
} from './mail-behind.ts';

/**
 * `/unsubscribe/<token>`: the address in List-Unsubscribe (RFC 8058). A POST unsubscribes the recipient from the mail's
 * group, whether a mail provider sends it (`List-Unsubscribe=One-Click`) or the page's button. The body is not read, so no
 * encoding and no mistake in it can prevent the unsubscribe. GET and HEAD show a page and change nothing, because link
 * scanners open every link (of 497 unsubscribes by GET in one report, 489 came from a scanner).
 */
export function unsubscribePages(router: Router, key: TokenKey, tracking: Tracking): void {
  router.get(
    '/unsubscribe/:token',
    asPage(async (ctx) => {
      const subscription = await readSubscription(key, 'unsubscribe', ctx.params.token);
      if (!subscription) return showPage(ctx, LINK_UNKNOWN);
      if (isOfErased(subscription)) return showPage(ctx, erasedPage(subscription));
      showPage(ctx, {
        title: 'Unsubscribe?',
        body: html`
<p>Stop ${await mailsOf(subscription)} to <strong>${subscription.mail.email}</strong>?</p>
<form method="post"><button>Unsubscribe</button></form>
${otherChoices(key, subscription)}`,
      });
    }),
  );

  router.post(
    '/unsubscribe/:token',
    asPage(async (ctx) => {
      const subscription = await readSubscription(key, 'unsubscribe', ctx.params.token);
      if (!subscription) return showPage(ctx, LINK_UNKNOWN);
      if (isOfErased(subscription)) return showPage(ctx, erasedPage(subscription));
      const { mail, groupId } = subscription;
      await addOptOuts(mail.user_id, groupId, [mail.email]);
      await countUnsubscribed(mail, tracking);
      showPage(ctx, {
        title: 'You are unsubscribed',
        body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${mail.email} gets no more ${await mailsOf(subscription)}.</span></p>
${otherChoices(key, subscription)}`,
      });
    }),
  );
}

async function mailsOf(subscription: Subscription): Promise<Html> {
  const group = await groupName(subscription);
  const { name } = subscription.from;
  return group === null
    ? html`mails of this kind from ${name}`
    : html`mails of the list “${group}” from ${name}`;
}

const otherChoices = (key: TokenKey, subscription: Subscription): Html =>
  html`<p class="soft">You can also <a href="${preferencesPath(key, subscription)}">choose which mails you want</a>, or stop all of them.</p>`;
