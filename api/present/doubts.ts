import { timestamp } from '../../common/domain/times.ts';
import type { DeliveryDocument } from '../../common/models/deliveries.ts';

/** A mail in doubt, with what finds it in the log of the mail server that had it. */
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
