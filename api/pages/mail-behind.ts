import type { Context } from 'koa';
import { brandOf, type ShownBrand } from '../../common/accounts/brands.ts';
import { isErased } from '../../common/domain/erased-addresses.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, signToken, type TokenKey, type TokenPurpose } from '../../common/domain/tokens.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { findMail, type MailBehind } from '../../common/queries/mail-links.ts';
import type { Tracking } from '../services/tracking/tracking.ts';
import { brandBlock } from './brand.ts';
import { pageWithoutMail } from './deleted-account.ts';
import { type Page, showPage } from './layout.ts';
import { type RecipientTexts, recipientTexts } from './texts/language.ts';
import { unknownLink } from './unknown-link.ts';

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
async function subscriptionTo(deliveryId: number, texts: RecipientTexts): Promise<Subscription | null> {
  const mail = await findMail(deliveryId);
  if (!mail) return null;
  const [origin, brand] = await Promise.all([
    Mailing.findOne<MailOrigin>(
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
  UnsubscribeGroup.find({ user_id: mail.user_id, $or: [{ is_display: 1 }, { _id: groupId }] })
    .sort({ _id: 1 })
    .toArray();

export async function groupName({ mail, groupId }: Subscription): Promise<string | null> {
  const group = await UnsubscribeGroup.findOne(
    { _id: groupId, user_id: mail.user_id },
    { projection: { group_name: 1 } },
  );
  return group?.group_name ?? null;
}

/** Counts an unsubscribe through this mail once; resolves when it is stored. */
export async function countUnsubscribe(mail: MailBehind, tracking: Tracking): Promise<void> {
  if (!mail.unsubscribed_at) await tracking.unsubscribe(mail._id);
}

/** The mail of a visitor's link. Null for an unknown link, an erased address or a deleted account; it then shows the page for that case. */
export async function subscriptionOf(
  ctx: Context,
  key: TokenKey,
  purpose: Extract<TokenPurpose, 'unsubscribe' | 'preferences'>,
): Promise<Subscription | null> {
  const content = readToken(key, purpose, String(ctx.params.token));
  const subscription = content && (await subscriptionTo(content.id, recipientTexts(ctx)));
  if (subscription && !isErased(subscription.mail.email)) return subscription;
  if (subscription) showMailPage(ctx, subscription, erasedPage(subscription));
  else showPage(ctx, content ? await pageWithoutMail(ctx, content.id) : unknownLink(ctx));
  return null;
}

const erasedPage = ({ from, texts }: Subscription): Page => ({
  title: texts.unsubscribe.done,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${texts.erased(from.name)}</span></p>`,
});

export const showMailPage = (ctx: Context, { brand, from, texts }: Subscription, page: Page): void =>
  showPage(ctx, { lang: texts.language, ...page, brand: brandBlock(brand, from.name) });

/** Relative links to other pages of the same mail. */
export interface MailPaths {
  readonly unsubscribe: string;
  readonly preferences: string;
}

/** `below`: for a page such as `/unsubscribe/<token>/undo`. */
export function mailPaths(key: TokenKey, { mail }: Subscription, below = false): MailPaths {
  const root = below ? '../../' : '../';
  const to = (purpose: keyof MailPaths): string => `${root}${purpose}/${signToken(key, purpose, mail._id)}`;
  return { unsubscribe: to('unsubscribe'), preferences: to('preferences') };
}
