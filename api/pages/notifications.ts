import type Router from '@koa/router';
import type { Context } from 'koa';
import { resumeNotifications, stopNotifications } from '../../common/changes/notification-recipients.ts';
import { now } from '../../common/clock.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import { Account } from '../../common/models/accounts.ts';
import { rows } from '../../common/mongo/connection.ts';
import { findNotificationRecipient } from '../../common/queries/notification-recipients.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { readPageForm } from './form-body.ts';
import { asPage, LINK_UNKNOWN, type Page, showPage } from './layout.ts';

/** A recipient of notification mails, and the account. */
interface Subscriber {
  readonly token: string;
  readonly userId: number;
  readonly address: string;
  readonly account: string;
  readonly stopped: boolean;
}

/**
 * `/notifications/<token>`: stops an account's notification mails to one address (docs/rules.md 12.3). Only POST does this,
 * from a mail provider (RFC 8058) or from the page's button; its body is never read. A GET changes nothing.
 */
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

/** Answers with the page that `act` makes for the recipient of the link. */
const answering = (key: TokenKey, act: (subscriber: Subscriber, ctx: Context) => Page | Promise<Page>) =>
  asPage(async (ctx: Context) => {
    const token = String(ctx.params.token);
    const content = readToken(key, 'notifications', token);
    if (!content) return showPage(ctx, LINK_UNKNOWN);
    const recipient = await findNotificationRecipient(content.id);
    const account =
      recipient && (await rows(Account).findOne({ _id: recipient.user_id }, { projection: { name: 1 } }));
    if (!account) return showPage(ctx, TAKEN_OFF);
    const { user_id: userId, email_address: address, stopped_at } = recipient;
    const subscriber = { token, userId, address, account: account.name, stopped: Boolean(stopped_at) };
    showPage(ctx, await act(subscriber, ctx));
  });

/** The page after success; mail providers get it too. This link stops all mails that carry it. */
const TAKEN_OFF: Page = {
  title: 'You are not on this list any more',
  body: html`<p>Your address was taken off the list that this mail was sent to. If notifications still reach you, use the link in the newest of them.</p>`,
};

const pageOf = (subscriber: Subscriber): Page => (subscriber.stopped ? stopped : question)(subscriber);

const question = ({ account, address }: Subscriber): Page => ({
  title: 'Stop these notifications?',
  body: html`
<p><strong>${account}</strong> has its notifications sent to <strong>${address}</strong>: about imports, sends, senders and unsubscribes.</p>
<form method="post"><button>Stop notifications</button></form>
<p class="soft">This does not concern other recipients on the list, or other mails.</p>`,
});

const stopped = ({ token, account, address }: Subscriber): Page => ({
  title: 'Notifications are stopped',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${address} gets no more notifications of ${account}.</span></p>
<section aria-labelledby="again">
<h2 id="again">Stopped by mistake?</h2>
<form method="post" action="${token}/resume"><button class="quiet">Send them again</button></form>
</section>`,
});

const resumed = ({ account, address }: Subscriber): Page => ({
  title: 'Notifications go on',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${address} gets the notifications of ${account} from now on.</span></p>
<p class="soft">Each has a link that stops them.</p>`,
});
