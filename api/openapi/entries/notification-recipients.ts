import type { presentNotificationRecipient } from '../../present/notification-recipients.ts';
import { entries } from '../entry.ts';
import { id, record, text, timestamp } from '../shapes.ts';

const recipient = record<ReturnType<typeof presentNotificationRecipient>>('NotificationRecipient', {
  id: id(),
  user_id: id(),
  email_address: text(),
  email_owner: text('Whose address it is.'),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const notificationRecipients = entries(
  {
    name: 'Notification recipients',
    about: 'Who gets a mail when an import ends, a send starts or completes, and the like.',
  },
  {
    notificationRecipientList: { summary: 'List notification recipients', output: recipient },
    notificationRecipientSave: { summary: 'Add a notification recipient' },
    notificationRecipientDelete: { summary: 'Delete a notification recipient' },
    notificationRecipientBulkDelete: {
      summary: 'Delete several notification recipients',
      about: 'Succeeds if at least one of the ids was there; the others are ignored.',
    },
  },
);
