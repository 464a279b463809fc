import type Router from '@koa/router';
import type { Context } from 'koa';
import { resumeNotifications, stopNotifications } from '../../common/changes/notification-recipients.ts';
import { now } from '../../common/clock.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import { Account } from '../../common/models/accounts.ts';
import { findNotificationRecipient } from '../../common/queries/notification-recipients.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { readPageForm } from './form-body.ts';
import { asPage, type Page, PageInstead, showPage } from './layout.ts';
import { unknownLink } from './links-without-mail.ts';
import { accountTexts } from './texts/language.ts';

/** `/notifications/<token>` (docs/rules.md 12.3): only a POST stops the mails, from a provider (RFC 8058) or the page's button. */
export function notificationPages(router: Router, key: TokenKey, limits: RateLimits): void {
  router.get('/notifications/:token', answering(key, pageOf));

  router.post(
    '/notifications/:token',
    answering(key, async (subscriber) => {
      await stopNotifications(subscriber.userId, subscriber.address, now());
      return stopped(subscriber);
    }),
  );

  router.post(
    '/notifications/:token/resume',
    answering(key, async (subscriber, ctx) => {
      await readPageForm(ctx, limits);
      await resumeNotifications(subscriber.userId, subscriber.address);
      return resumed(subscriber);
    }),
  );
}

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;

async function subscriberOf(ctx: Context, key: TokenKey) {
  const token = String(ctx.params.token);
  const content = readToken(key, 'notifications', token);
  if (!content) throw unknownLink(ctx);
  const recipient = await findNotificationRecipient(content);
  const account =
    recipient && (await Account.findOne({ _id: recipient.user_id }, { projection: { name: 1 } }));
  const { notifications } = accountTexts(ctx);
  if (!account) {
    // The account has removed this recipient. No further mail has this link.
    const body = html`<p>${notifications.takenOffHint}</p>`;
    throw new PageInstead({ title: notifications.takenOff, body });
  }
  const { user_id: userId, email_address: address, stopped_at } = recipient;
  return { token, userId, address, account: account.name, stopped: Boolean(stopped_at), notifications };
}

const answering = (key: TokenKey, act: (subscriber: Subscriber, ctx: Context) => Page | Promise<Page>) =>
  asPage(async (ctx: Context) => showPage(ctx, await act(await subscriberOf(ctx, key), ctx)));

const pageOf = (subscriber: Subscriber): Page => (subscriber.stopped ? stopped : question)(subscriber);

const question = ({ account, address, notifications }: Subscriber): Page => ({
  title: notifications.stop,
  body: html`
<p>${notifications.stopQuestion(account, address)}</p>
<form method="post"><button>${notifications.stopButton}</button></form>
<p class="soft">${notifications.others}</p>`,
});

const stopped = ({ token, account, address, notifications }: Subscriber): Page => ({
  title: notifications.stopped,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${notifications.getsNone(account, address)}</span></p>
<section aria-labelledby="again">
<h2 id="again">${notifications.mistake}</h2>
<form method="post" action="${token}/resume"><button class="quiet">${notifications.again}</button></form>
</section>`,
});

const resumed = ({ account, address, notifications }: Subscriber): Page => ({
  title: notifications.goOn,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${notifications.gets(account, address)}</span></p>
<p class="soft">${notifications.eachHasLink}</p>`,
});
