import { createHash } from 'node:crypto';
import type { MailingContent } from '../models/mailings.ts';
import type { AuthoredMail } from './content.ts';

/** The parts of a mail that come from its sender and its unsubscribe group. */
export type SenderParts = Pick<
  MailingContent,
  'from_name' | 'from_email' | 'reply_to' | 'sender_address' | 'group_name'
>;

/** Equal for mails whose recipients get the same: subscription type, lines and content as their owner wrote them, and the sender of now. */
export const mailDigest = (
  mail: Omit<AuthoredMail, 'user_id' | 'tracking' | 'sender_id'>,
  { from_name, from_email, reply_to, sender_address, group_name }: SenderParts,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        from_name,
        from_email,
        reply_to,
        sender_address,
        group_name,
        mail.unsubscribe_group_id,
        mail.subject,
        mail.preheader,
        mail.template_id,
        mail.template_json || null,
        mail.template_html || null,
        mail.template_text || null,
      ]),
    )
    .digest('base64url');
