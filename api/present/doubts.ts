import { timestamp } from '../../common/domain/times.ts';
import type { DeliveryDocument } from '../../common/models/deliveries.ts';

/** `message_id` finds the mail in the log of its mail server. */
export const presentDoubt = (row: DeliveryDocument, messageId: string) => ({
  id: row._id,
  user_id: row.user_id,
  contact_id: row.contact_id,
  email: row.email,
  message_id: `<${messageId}>`,
  attempts: row.attempts ?? 0,
  in_doubt_at: timestamp(row.in_doubt_at!),
  reason: row.reply ?? '',
});
