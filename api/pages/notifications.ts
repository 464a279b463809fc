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
import { asPage, type Page, showPage } from './layout.ts';
import { type AccountTexts, accountTexts } from './texts/language.ts';
import { unknownLink } from './unknown-link.ts';

interface Subscriber {
  readonly token: string;
  readonly userId: number;
  readonly address: string;
  readonly account: string;
  readonly stopped: boolean;
  readonly texts: AccountTexts;
}

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

const answering = (key: TokenKey, act: (subscriber: Subscriber, ctx: Context) => Page | Promise<Page>) =>
  asPage(async (ctx: Context) => {
    const token = String(ctx.params.token);
    const content = readToken(key, 'notifications', token);
    if (!content) return showPage(ctx, unknownLink(ctx));
    const recipient = await findNotificationRecipient(content.id);
    const account =
      recipient && (await Account.findOne({ _id: recipient.user_id }, { projection: { name: 1 } }));
    const texts = accountTexts(ctx);
    if (!account) return showPage(ctx, takenOff(texts));
    const { user_id: userId, email_address: address, stopped_at } = recipient;
    const subscriber = { token, userId, address, account: account.name, stopped: Boolean(stopped_at), texts };
    showPage(ctx, await act(subscriber, ctx));
  });

/** The page for a recipient that the account has removed. No further mail has this link. */
const takenOff = ({ language: lang, notifications }: AccountTexts): Page => ({
  lang,
  title: notifications.takenOff,
  body: html`<p>${notifications.takenOffHint}</p>`,
});

const pageOf = (subscriber: Subscriber): Page => (subscriber.stopped ? stopped : question)(subscriber);

const question = ({ account, address, texts: { language: lang, notifications } }: Subscriber): Page => ({
  lang,
  title: notifications.stop,
  body: html`
<p>${notifications.stopQuestion(account, address)}</p>
<form method="post"><button>${notifications.stopButton}</button></form>
<p class="soft">${notifications.others}</p>`,
});

const stopped = ({
  token,
  account,
  address,
  texts: { language: lang, notifications },
}: Subscriber): Page => ({
  lang,
  title: notifications.stopped,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${notifications.getsNone(account, address)}</span></p>
<section aria-labelledby="again">
<h2 id="again">${notifications.mistake}</h2>
<form method="post" action="${token}/resume"><button class="quiet">${notifications.again}</button></form>
</section>`,
});

const resumed = ({ account, address, texts: { language: lang, notifications } }: Subscriber): Page => ({
  lang,
  title: notifications.goOn,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${notifications.gets(account, address)}</span></p>
<p class="soft">${notifications.eachHasLink}</p>`,
});
