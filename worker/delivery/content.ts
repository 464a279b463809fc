import { htmlOf } from '../../common/design-html.ts';
import type { MailingContent } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { senderAddress } from '../../common/queries/postal-addresses.ts';

/** Content, sender and address as they are now: what a mailing goes on with whatever changes later. */
export async function contentOf(send: SingleSendDocument): Promise<MailingContent> {
  const sender = await rows(Sender).findOne({ _id: send.sender_id });
  if (!sender) throw new Error(`sender ${send.sender_id} is gone`);
  return {
    from_name: sender.from_name,
    from_email: sender.from_email,
    reply_to: sender.reply_to_email,
    sender_address: senderAddress(sender),
    subject: send.subject,
    preheader: send.preheader,
    html: await htmlOf(send),
  };
}
