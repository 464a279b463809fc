import { Account } from '../models/accounts.ts';
import type { MailingContent } from '../models/mailings.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
import { UnsubscribeGroup } from '../models/unsubscribe-groups.ts';
import { ownNamesOf } from '../queries/own-names.ts';
import { senderAddress } from '../queries/postal-addresses.ts';
import type { Design, Looks } from '../rendering/renderer.ts';

/** The author's part of a mail: a single send, or an email of an automation. */
export interface AuthoredMail extends Design {
  readonly user_id: number;
  readonly sender_id: number;
  readonly unsubscribe_group_id: number;
  readonly subject: string;
  readonly preheader: string;
  /** The plain-text part; absent, null: it is made from the HTML. */
  readonly template_text?: string | null;
  /** Absent: 1. */
  readonly tracking?: 0 | 1;
}

export async function isTracked(userId: number): Promise<boolean> {
  const account = await Account.findOne({ _id: userId }, { projection: { tracking: 1 } });
  return account?.tracking !== false;
}

/** The current content, sender and address, which the mailing keeps. `known`: the sender, if already read. */
export async function contentOf(
  send: AuthoredMail,
  { html, text }: Looks,
  known?: SenderDocument,
): Promise<MailingContent> {
  const [sender, group, tracked] = await Promise.all([
    known ?? Sender.of(send.user_id).findOne({ _id: send.sender_id }),
    send.unsubscribe_group_id === 0
      ? null
      : UnsubscribeGroup.of(send.user_id).findOne(
          { _id: send.unsubscribe_group_id },
          { projection: { group_name: 1 } },
        ),
    send.tracking !== 0 && isTracked(send.user_id),
  ]);
  if (!sender) throw new Error(`sender ${send.sender_id} does not exist`);
  const { link_host, return_path_host } = await ownNamesOf(send.user_id, sender.from_email);
  return {
    from_name: sender.from_name,
    from_email: sender.from_email,
    reply_to: sender.reply_to_email,
    sender_address: senderAddress(sender),
    subject: send.subject,
    preheader: send.preheader,
    group_name: group?.group_name ?? '',
    html,
    ...(!tracked && { tracking: false }),
    text: text && JSON.stringify(text),
    ...(link_host !== null && { link_host }),
    ...(return_path_host !== null && { return_path_host }),
    ...(send.template_text && { own_text: send.template_text }),
  };
}
