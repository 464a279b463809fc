import type { Context } from 'koa';
import { brandOf, type ShownBrand } from '../../common/accounts/brands.ts';
import { isErased } from '../../common/domain/erased-addresses.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, signToken, type TokenKey, tokenOfLink } from '../../common/domain/tokens.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { findMail, type MailBehind } from '../../common/queries/mail-links.ts';
import type { TokenSubject } from '../../common/queries/token-rows.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Tracking } from '../services/tracking/tracking.ts';
import { brandBlock } from './brand.ts';
import { type FormInputs, readPageForm } from './form-body.ts';
import { asPage, type Page, PageInstead, showPage } from './layout.ts';
import { unknownLink, withoutMail } from './links-without-mail.ts';
import { type RecipientTexts, recipientTexts } from './texts/language.ts';

/** The mail from which a visitor came, and its unsubscribe group. */
export interface Subscription {
  readonly mail: MailBehind;
  readonly groupId: number;
  /** The sender at the time of the mail. */
  readonly from: { readonly name: string; readonly replyTo: string };
  readonly brand: ShownBrand;
  readonly texts: RecipientTexts;
}

type MailOrigin = Pick<MailingDocument, 'unsubscribe_group_id'> & {
  content: Pick<MailingDocument['content'], 'from_name' | 'reply_to'>;
};

/** The mail of a link. Deleting a send keeps these rows, so that unsubscribing always works; null after an account's deletion. */
async function subscriptionTo(named: TokenSubject, texts: RecipientTexts): Promise<Subscription | null> {
  const mail = await findMail(named);
  if (!mail) return null;
  const [origin, brand] = await Promise.all([
    Mailing.of(mail.user_id).findOne<MailOrigin>(
      { _id: mail.mailing },
      { projection: { unsubscribe_group_id: 1, 'content.from_name': 1, 'content.reply_to': 1 } },
    ),
    brandOf(mail.user_id),
  ]);
  if (!origin) return null;
  const { from_name: name, reply_to: replyTo } = origin.content;
  return { mail, groupId: origin.unsubscribe_group_id, from: { name, replyTo }, brand, texts };
}

/** The groups that this recipient can choose: those on display and the mail's own, in ascending id. */
export const offeredGroups = ({ mail, groupId }: Subscription): Promise<UnsubscribeGroupDocument[]> =>
  UnsubscribeGroup.of(mail.user_id)
    .find({ $or: [{ is_display: 1 }, { _id: groupId }] })
    .sort({ _id: 1 })
    .toArray();

export async function groupName({ mail, groupId }: Subscription): Promise<string | null> {
  const group = await UnsubscribeGroup.of(mail.user_id).findOne(
    { _id: groupId },
    { projection: { group_name: 1 } },
  );
  return group?.group_name ?? null;
}

/** Counts an unsubscribe through this mail once; resolves when it is stored. */
export async function countUnsubscribe(mail: MailBehind, tracking: Tracking): Promise<void> {
  if (!mail.unsubscribed_at) await tracking.unsubscribe({ account: mail.user_id, id: mail._id });
}

/** Pages and forms of the mail behind a visitor's link. A form is read before the mail is looked up. */
export function mailPages(key: TokenKey, purpose: keyof MailPaths, limits: RateLimits) {
  /** Shows another page for an unknown link, an erased address or a deleted account. */
  async function find(ctx: Context): Promise<Subscription> {
    const content = readToken(key, purpose, tokenOfLink(String(ctx.params.token)));
    if (!content) throw unknownLink(ctx);
    const subscription = await subscriptionTo(content, recipientTexts(ctx));
    if (!subscription) throw await withoutMail(ctx, content);
    if (!isErased(subscription.mail.email)) return subscription;
    throw new PageInstead(branded(subscription, erasedPage(subscription)));
  }
  return {
    find,
    page: (show: (ctx: Context, subscription: Subscription) => Promise<void>) =>
      asPage(async (ctx) => show(ctx, await find(ctx))),
    form: (act: (ctx: Context, subscription: Subscription, inputs: FormInputs) => Promise<void>) =>
      asPage(async (ctx) => {
        const inputs = await readPageForm(ctx, limits);
        await act(ctx, await find(ctx), inputs);
      }),
  };
}

const erasedPage = ({ from, texts }: Subscription): Page => ({
  title: texts.unsubscribe.done,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${texts.erased(from.name)}</span></p>`,
});

const branded = ({ brand, from }: Subscription, page: Page): Page => ({
  ...page,
  brand: brandBlock(brand, from.name),
});

export const showMailPage = (ctx: Context, subscription: Subscription, page: Page): void =>
  showPage(ctx, branded(subscription, page));

export interface MailPaths {
  readonly unsubscribe: string;
  readonly preferences: string;
}

/** `below`: for a page such as `/unsubscribe/<token>/undo`. */
export function mailPaths(key: TokenKey, { mail }: Subscription, below = false): MailPaths {
  const root = below ? '../../' : '../';
  const of = { account: mail.user_id, id: mail._id };
  const to = (purpose: keyof MailPaths): string => `${root}${purpose}/${signToken(key, purpose, of)}`;
  return { unsubscribe: to('unsubscribe'), preferences: to('preferences') };
}
