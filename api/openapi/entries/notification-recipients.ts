import type { presentNotificationRecipient } from '../../present/notification-recipients.ts';
import { entries } from '../entry.ts';
import { id, oneOf, record, text, timestamp } from '../shapes.ts';

const recipient = record<ReturnType<typeof presentNotificationRecipient>>('NotificationRecipient', {
  id: id(),
  user_id: id(),
  email_address: text(),
  email_owner: text('The person whose address it is.'),
  confirmed: oneOf(
    [0, 1],
    '1: the address gets mails. 0: it got one mail with a question, and gets no other mail until its button is pressed.',
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const notificationRecipients = entries(
  {
    name: 'Notification recipients',
    about:
      'The addresses that get a mail when an import ends, when a send starts or completes, and similar. A new address must first confirm with ' +
      'the button on the page that one mail links to. The address of the account and the addresses of its verified senders need no ' +
      'confirmation. An address gets at most 100 mails a day, over all accounts.',
  },
  {
    notificationRecipientList: { summary: 'List notification recipients', output: recipient },
    notificationRecipientSave: {
      summary: 'Add a notification recipient',
      about:
        'The service first asks the address by a mail, at most three times a week over all accounts. Further mails wait.',
    },
    notificationRecipientDelete: { summary: 'Delete a notification recipient' },
    notificationRecipientBulkDelete: {
      summary: 'Delete several notification recipients',
      about: 'Succeeds if at least one of the ids exists; the others are ignored.',
    },
  },
);
