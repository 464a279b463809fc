import { findTemplate } from '../../common/data/templates.ts';
import { mjmlOf } from '../../common/domain/template-json.ts';
import type { MailingContent } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { senderAddress } from '../../common/queries/postal-addresses.ts';
import { compileMjml } from '../compose/mjml.ts';

type Designed = Pick<SingleSendDocument, 'template_id' | 'template_json' | 'template_html'>;

/** The HTML of a design: its own code, or the built-in template's. */
export async function htmlOf({ template_id, template_json, template_html }: Designed): Promise<string> {
  if (template_html) return template_html;
  const mjml = template_json && mjmlOf(template_json);
  if (mjml) return (await compileMjml(mjml)).html;
  return findTemplate(template_id)?.html_code ?? '';
}

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
