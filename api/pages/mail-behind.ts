import { readToken, signToken, type TokenKey, type TokenPurpose } from '../../common/domain/tokens.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { rows } from '../../common/mongo.ts';
import { findMail, type MailBehind } from '../../common/queries/engagement.ts';
import type { Tracking } from '../tracking.ts';

/** Whose mail brought somebody to a page, and which list it went to. */
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
 * What a token of a mail's unsubscribe or preferences link stands for; null if it is none of ours. The rows it needs
 * outlive a deleted send, so that opting out always works.
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

/** The groups offered to this recipient: those on display, and always the mail's own, in ascending id. */
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

/** Counts a recipient who unsubscribed through this mail, once; resolves when that is stored. */
export async function countUnsubscribed(mail: MailBehind, tracking: Tracking): Promise<void> {
  if (!mail.unsubscribed_at) await tracking.unsubscribe(mail._id);
}

/** The recipient's preferences page, seen from one of the other pages. */
export const preferencesPath = (key: TokenKey, { mail }: Subscription): string =>
  `../preferences/${signToken(key, 'preferences', mail._id)}`;
