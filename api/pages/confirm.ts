import type Router from '@koa/router';
import type { Context } from 'koa';
import { brandOf, type ShownBrand } from '../../common/accounts/brands.ts';
import { confirmByLink } from '../../common/changes/notification-recipients.ts';
import { returnConfirmationPlace } from '../../common/changes/verification-quotas.ts';
import { now } from '../../common/clock.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import { LINK_DAYS, type LinkState, linkState } from '../../common/domain/verification.ts';
import { Account } from '../../common/models/accounts.ts';
import type { NotificationRecipientDocument } from '../../common/models/notification-recipients.ts';
import { rows } from '../../common/mongo/connection.ts';
import { findNotificationRecipient, isConfirmed } from '../../common/queries/notification-recipients.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { brandBlock } from './brand.ts';
import { readPageForm } from './form-body.ts';
import { asPage, LINK_UNKNOWN, type Page, showPage } from './layout.ts';

interface Asked {
  readonly recipient: NotificationRecipientDocument;
  readonly account: string;
  readonly brand: ShownBrand;
  readonly nonce: number;
}

/**
 * `/confirm/<token>`: its button allows an account's notifications to an address. Opening the page changes nothing, because
 * link scanners open it too.
 */
export function confirmPages(router: Router, key: TokenKey, limits: RateLimits): void {
  const find = async (ctx: Context): Promise<Asked | null> => {
    const content = readToken(key, 'confirm', String(ctx.params.token));
    const recipient = content && (await findNotificationRecipient(content.id));
    if (!recipient) return null;
    const [account, brand] = await Promise.all([
      rows(Account).findOne({ _id: recipient.user_id }, { projection: { name: 1 } }),
      brandOf(recipient.user_id),
    ]);
    return account && { recipient, account: account.name, brand, nonce: content.second };
  };

  router.get(
    '/confirm/:token',
    asPage(async (ctx) => {
      const asked = await find(ctx);
      if (!asked) return showPage(ctx, LINK_UNKNOWN);
      show(ctx, asked, pageOf(asked, stateOf(asked)));
    }),
  );

  router.post(
    '/confirm/:token',
    asPage(async (ctx) => {
      await readPageForm(ctx, limits);
      const asked = await find(ctx);
      if (!asked) return showPage(ctx, LINK_UNKNOWN);
      const { recipient, nonce } = asked;
      if (await confirmByLink(recipient, nonce, now())) {
        await returnConfirmationPlace({ ...recipient, nonce });
        return show(ctx, asked, confirmed(asked));
      }
      const after = await find(ctx);
      if (!after) return showPage(ctx, LINK_UNKNOWN);
      const state = stateOf(after);
      show(ctx, after, pageOf(after, state === 'good' ? 'used' : state));
    }),
  );
}

const show = (ctx: Context, { brand, account }: Asked, page: Page): void =>
  showPage(ctx, { ...page, brand: brandBlock(brand, account) });

const stateOf = ({ recipient, nonce }: Asked): LinkState =>
  linkState(recipient.confirmation ?? null, nonce, now());

const pageOf = (asked: Asked, state: LinkState): Page => {
  if (state === 'good') return question(asked);
  return { status: 410, ...(isConfirmed(asked.recipient) ? used(asked) : expired(asked)) };
};

const question = ({ account, recipient }: Asked): Page => ({
  title: 'Do you want these notifications?',
  body: html`
<p><strong>${account}</strong> would like to let <strong>${recipient.email_address}</strong> know when its imports end, its sends start or complete, and the like.</p>
<form method="post"><button>Yes, send them to this address</button></form>
<p class="soft">If you did not ask for this, close this page. No notifications come unless you confirm.</p>`,
});

const confirmed = ({ account, recipient }: Asked): Page => ({
  title: 'Address confirmed',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${recipient.email_address} gets the notifications of ${account} from now on.</span></p>
<p>Each has a link that stops them. You can close this page.</p>`,
});

const used = ({ recipient }: Asked): Page => ({
  title: 'This link was used already',
  body: html`<p><strong>${recipient.email_address}</strong> is confirmed: there is nothing left to do.</p>`,
});

const expired = ({ account }: Asked): Page => ({
  title: 'This link has expired',
  body: html`<p>Such a link is good for ${LINK_DAYS} days. Please have ${account} remove the address from its list and add it once more.</p>`,
});
