import type { Context } from 'koa';
import { brandOf, type ShownBrand } from '../../common/accounts/brands.ts';
import { noteUnsubscribed } from '../../common/changes/notices.ts';
import { addOptOuts } from '../../common/changes/suppressions.ts';
import { isErased } from '../../common/domain/erased-addresses.ts';
import { html } from '../../common/domain/html.ts';
import {
  contactInToken,
  readToken,
  signToken,
  type TokenContent,
  type TokenKey,
  tokenOfLink,
} from '../../common/domain/tokens.ts';
import type { Logger } from '../../common/log.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { findLostMail, isAddressGiven, senderOfLostMail } from '../../common/queries/lost-mails.ts';
import { findMail, type MailBehind } from '../../common/queries/mail-links.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Tracking } from '../services/tracking/tracking.ts';
import { brandBlock } from './brand.ts';
import { type FormInputs, readPageForm } from './form-body.ts';
import { asPage, type Page, PageInstead, showPage } from './layout.ts';
import { unknownLink, withoutMail } from './links-without-mail.ts';
import { pageForAddress } from './lost-mail.ts';
import { type RecipientTexts, recipientTexts } from './texts/language.ts';

/** The mail from which a visitor came, and its unsubscribe group. */
export interface Subscription {
  readonly mail: MailBehind;
  /** Null for a lost mail: its recipient unsubscribes from all mails of the account. */
  readonly groupId: number | null;
  /** The sender at the time of the mail; the account for a lost mail. */
  readonly from: { readonly name: string; readonly replyTo: string | null };
  readonly brand: ShownBrand;
  readonly texts: RecipientTexts;
}

type MailOrigin = Pick<MailingDocument, 'unsubscribe_group_id'> & {
  content: Pick<MailingDocument['content'], 'from_name' | 'reply_to'>;
};

/** The mail of a link. Deleting a send keeps these rows, so that unsubscribing always works; null after an account's deletion. */
async function subscriptionTo(named: TokenContent, texts: RecipientTexts): Promise<Subscription | null> {
  const mail = (await findMail(named)) ?? (await findLostMail(named));
  if (!mail) return null;
  const [origin, brand] = await Promise.all([originOf(mail), brandOf(mail.user_id)]);
  return origin && { mail, ...origin, brand, texts };
}

async function originOf({
  user_id,
  mailing,
}: MailBehind): Promise<Pick<Subscription, 'groupId' | 'from'> | null> {
  const origin = await Mailing.of(user_id).findOne<MailOrigin>(
    { _id: mailing },
    { projection: { unsubscribe_group_id: 1, 'content.from_name': 1, 'content.reply_to': 1 } },
  );
  if (origin) {
    const { from_name: name, reply_to: replyTo } = origin.content;
    return { groupId: origin.unsubscribe_group_id, from: { name, replyTo } };
  }
  const sender = await senderOfLostMail(user_id);
  return sender && { groupId: null, from: { name: sender.name, replyTo: null } };
}

/** The groups that this recipient can choose: those on display and the mail's own, in ascending id. */
export const offeredGroups = ({ mail, groupId }: Subscription): Promise<UnsubscribeGroupDocument[]> =>
  UnsubscribeGroup.of(mail.user_id)
    .find({ $or: [{ is_display: 1 }, ...(groupId === null ? [] : [{ _id: groupId }])] })
    .sort({ _id: 1 })
    .toArray();

/** Null for a deleted group; undefined for a lost mail, which stands for all groups. */
export async function groupName({ mail, groupId }: Subscription): Promise<string | null | undefined> {
  if (groupId === null) return undefined;
  const group = await UnsubscribeGroup.of(mail.user_id).findOne(
    { _id: groupId },
    { projection: { group_name: 1 } },
  );
  return group?.group_name ?? null;
}

/** Opts the recipient out of a group, or (null) of all mails; resolves when it is stored. */
export async function optOut(
  mail: MailBehind,
  groupId: number | null,
  tracking: Tracking,
  log: Logger,
): Promise<void> {
  const { added } = await addOptOuts(mail.user_id, groupId, [mail.email], { delivery: mail._id });
  if (groupId === null && added > 0) await noteUnsubscribed(mail.user_id, mail.email, log);
  await countUnsubscribe(mail, tracking);
}

/** Counts an unsubscribe through this mail once; resolves when it is stored. */
export async function countUnsubscribe(mail: MailBehind, tracking: Tracking): Promise<void> {
  if (!mail.unsubscribed_at) await tracking.unsubscribe({ account: mail.user_id, id: mail._id });
}

/** Pages and forms of the mail behind a visitor's link. A form is read before the mail is looked up. */
export function mailPages(key: TokenKey, purpose: keyof MailPaths, limits: RateLimits) {
  function read(ctx: Context): TokenContent {
    const content = readToken(key, purpose, tokenOfLink(String(ctx.params.token)));
    if (!content) throw unknownLink(ctx);
    return content;
  }

  /** Shows another page for an unknown link, a lost mail without an address, an erased address or a deleted account. */
  async function find(ctx: Context): Promise<Subscription> {
    const content = read(ctx);
    const subscription = await subscriptionTo(content, recipientTexts(ctx));
    if (!subscription) throw (await pageForAddress(ctx, key, content)) ?? (await withoutMail(ctx, content));
    const { mail } = subscription;
    if (isErased(mail.email)) throw new PageInstead(branded(subscription, erasedPage(subscription)));
    if (purpose === 'preferences' && isAddressGiven(mail))
      throw new PageInstead(erasedPage(subscription), () =>
        ctx.redirect(`/${pathOf(key, 'unsubscribe', mail)}`),
      );
    return subscription;
  }
  return {
    read,
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

const pathOf = (key: TokenKey, purpose: keyof MailPaths, { user_id, _id, contact_id }: MailBehind): string =>
  `${purpose}/${signToken(key, purpose, { account: user_id, id: _id }, contactInToken(contact_id))}`;

/** `below`: for a page such as `/unsubscribe/<token>/undo`. */
export function mailPaths(key: TokenKey, { mail }: Subscription, below = false): MailPaths {
  const root = below ? '../../' : '../';
  const to = (purpose: keyof MailPaths): string => `${root}${pathOf(key, purpose, mail)}`;
  return { unsubscribe: to('unsubscribe'), preferences: to('preferences') };
}
