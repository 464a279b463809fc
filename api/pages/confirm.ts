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
import { findNotificationRecipient, isConfirmed } from '../../common/queries/notification-recipients.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { brandBlock } from './brand.ts';
import { readPageForm } from './form-body.ts';
import { asPage, type Page, showPage } from './layout.ts';
import { unknownLink } from './links-without-mail.ts';
import { type AccountTexts, accountTexts } from './texts/language.ts';

interface ConfirmationForm {
  readonly recipient: NotificationRecipientDocument;
  readonly account: string;
  readonly brand: ShownBrand;
  readonly nonce: number;
}

/** `/confirm/<token>`: allows notifications to an address. Opening it changes nothing, because link scanners open it, too. */
export function confirmPages(router: Router, key: TokenKey, limits: RateLimits): void {
  const find = async (ctx: Context): Promise<ConfirmationForm> => {
    const content = readToken(key, 'confirm', String(ctx.params.token));
    const recipient = content && (await findNotificationRecipient(content));
    if (!recipient) throw unknownLink(ctx);
    const [account, brand] = await Promise.all([
      Account.findOne({ _id: recipient.user_id }, { projection: { name: 1 } }),
      brandOf(recipient.user_id),
    ]);
    if (!account) throw unknownLink(ctx);
    return { recipient, account: account.name, brand, nonce: content.second };
  };

  router.get(
    '/confirm/:token',
    asPage(async (ctx) => {
      const asked = await find(ctx);
      show(ctx, asked, pageOf(accountTexts(ctx), asked, stateOf(asked)));
    }),
  );

  router.post(
    '/confirm/:token',
    asPage(async (ctx) => {
      await readPageForm(ctx, limits);
      const asked = await find(ctx);
      const { recipient, nonce } = asked;
      if (await confirmByLink(recipient, nonce, now())) {
        await returnConfirmationPlace({ ...recipient, nonce });
        return show(ctx, asked, confirmed(accountTexts(ctx), asked));
      }
      const after = await find(ctx);
      const state = stateOf(after);
      show(ctx, after, pageOf(accountTexts(ctx), after, state === 'good' ? 'used' : state));
    }),
  );
}

const show = (ctx: Context, { brand, account }: ConfirmationForm, page: Page): void =>
  showPage(ctx, { ...page, brand: brandBlock(brand, account) });

const stateOf = ({ recipient, nonce }: ConfirmationForm): LinkState =>
  linkState(recipient.confirmation ?? null, nonce, now());

const pageOf = (texts: AccountTexts, asked: ConfirmationForm, state: LinkState): Page => {
  if (state === 'good') return question(texts, asked);
  return { status: 410, ...(isConfirmed(asked.recipient) ? used : expired)(texts, asked) };
};

const question = ({ notifications }: AccountTexts, { account, recipient }: ConfirmationForm): Page => ({
  title: notifications.title,
  body: html`
<p>${notifications.question(account, recipient.email_address)}</p>
<form method="post"><button>${notifications.yes}</button></form>
<p class="soft">${notifications.notAsked}</p>`,
});

const confirmed = (
  { sender, notifications }: AccountTexts,
  { account, recipient }: ConfirmationForm,
): Page => ({
  title: sender.done,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${notifications.gets(account, recipient.email_address)}</span></p>
<p>${notifications.eachStops}</p>`,
});

const used = ({ link }: AccountTexts, { recipient }: ConfirmationForm): Page => ({
  title: link.used,
  body: html`<p>${link.nothingLeft(recipient.email_address)}</p>`,
});

const expired = ({ link, notifications }: AccountTexts, { account }: ConfirmationForm): Page => ({
  title: link.expired,
  body: html`<p>${notifications.expiredHint(LINK_DAYS, account)}</p>`,
});
