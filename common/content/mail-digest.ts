import { createHash } from 'node:crypto';
import type { AuthoredMail } from './content.ts';

/** Equal for mails whose recipients get the same: sender, subscription type, lines and content as their owner wrote them. */
export const mailDigest = (mail: Omit<AuthoredMail, 'user_id' | 'tracking'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        mail.sender_id,
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
