import { timestamp } from '../../common/domain/times.ts';
import type { NotificationRecipientDocument } from '../../common/models/notification-recipients.ts';
import { isConfirmed } from '../../common/queries/notification-recipients.ts';

export const presentNotificationRecipient = (recipient: NotificationRecipientDocument) => ({
  id: recipient._id,
  user_id: recipient.user_id,
  email_address: recipient.email_address,
  email_owner: recipient.email_owner,
  confirmed: isConfirmed(recipient) ? (1 as const) : (0 as const),
  created_at: timestamp(recipient.created_at),
  updated_at: timestamp(recipient.updated_at),
});
