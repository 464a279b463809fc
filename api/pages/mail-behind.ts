import { isErased } from '../../common/domain/erased-addresses.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, signToken, type TokenKey, type TokenPurpose } from '../../common/domain/tokens.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { rows } from '../../common/mongo/connection.ts';
import { findMail, type MailBehind } from '../../common/queries/mail-links.ts';
import type { Tracking } from '../tracking.ts';
import type { Page } from './layout.ts';

/** The mail from which a visitor came, and the group it was sent to. */
export interface Subscription {
  readonly mail: MailBehind;
  readonly groupId: number;
  /** The sender as it was when the mail was sent. */
  readonly from: { readonly name: string; readonly replyTo: string };
}

type Origin = Pick<MailingDocument, 'unsubscribe_group_id'> & {
  content: Pick<MailingDocument['content'], 'from_name' | 'reply_to'>;
};

/**
 * The mail of an unsubscribe or preferences link; null when we did not sign its token. The rows for this are kept when a
 * send is deleted, so that unsubscribing always works.
 */
export async function readSubscription(
  key: TokenKey,
  purpose: Extract<TokenPurpose, 'unsubscribe' | 'preferences'>,
  token: unknown,
): Promise<Subscription | null> {
  const content = readToken(key, purpose, String(token));
  const mail = content && (await findMail(content.id));
  if (!mail) return null;
  const origin = await rows(Mailing).findOne<Origin>(
    { _id: mail.mailing },
    { projection: { unsubscribe_group_id: 1, 'content.from_name': 1, 'content.reply_to': 1 } },
  );
  if (!origin) return null;
  const { from_name: name, reply_to: replyTo } = origin.content;
  return { mail, groupId: origin.unsubscribe_group_id, from: { name, replyTo } };
}

/** The groups that this recipient can choose: those on display, and always the mail's own; in ascending id. */
export const offeredGroups = ({ mail, groupId }: Subscription): Promise<UnsubscribeGroupDocument[]> =>
  rows(UnsubscribeGroup)
    .find({ user_id: mail.user_id, $or: [{ is_display: 1 }, { _id: groupId }] })
    .sort({ _id: 1 })
    .toArray();

/** The name of the mail's own group. */
export async function groupName({ mail, groupId }: Subscription): Promise<string | null> {
  const group = await rows(UnsubscribeGroup).findOne(
    { _id: groupId, user_id: mail.user_id },
    { projection: { group_name: 1 } },
  );
  return group?.group_name ?? null;
}

/** Counts once that a recipient unsubscribed through this mail; resolves when it is stored. */
export async function countUnsubscribed(mail: MailBehind, tracking: Tracking): Promise<void> {
  if (!mail.unsubscribed_at) await tracking.unsubscribe(mail._id);
}

/** The link from other pages to the recipient's preferences page. */
export const preferencesPath = (key: TokenKey, { mail }: Subscription): string =>
  `../preferences/${signToken(key, 'preferences', mail._id)}`;

/** Whether the address of the mail was erased: it gets no mail, and there is nothing to choose. */
export const isOfErased = ({ mail }: Subscription): boolean => isErased(mail.email);

/** What the links of a mail show whose address was erased. */
export const erasedPage = ({ from }: Subscription): Page => ({
  title: 'You are unsubscribed',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${from.name} has erased your address, and sends you no more mails.</span></p>`,
});
