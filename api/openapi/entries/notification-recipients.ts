import type { presentNotificationRecipient } from '../../present/notification-recipients.ts';
import { entries } from '../entry.ts';
import { id, oneOf, record, text, timestamp } from '../shapes.ts';

const recipient = record<ReturnType<typeof presentNotificationRecipient>>('NotificationRecipient', {
  id: id(),
  user_id: id(),
  email_address: text(),
  email_owner: text('Whose address it is.'),
  confirmed: oneOf(
    [0, 1],
    '1: the address gets mails. 0: it was asked by a mail, and nothing goes out before its button is pressed.',
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const notificationRecipients = entries(
  {
    name: 'Notification recipients',
    about:
      'Who gets a mail when an import ends, a send starts or completes, and the like. A new address confirms first, by the button ' +
      'behind the link in one mail; the account’s own address and those of its verified senders need not. At most 100 mails a day go ' +
      'to one address, over all accounts.',
  },
  {
    notificationRecipientList: { summary: 'List notification recipients', output: recipient },
    notificationRecipientSave: {
      summary: 'Add a notification recipient',
      about:
        'The address is asked by a mail first, at most three a week whatever account asks; what is one too many waits.',
    },
    notificationRecipientDelete: { summary: 'Delete a notification recipient' },
    notificationRecipientBulkDelete: {
      summary: 'Delete several notification recipients',
      about: 'Succeeds if at least one of the ids was there; the others are ignored.',
    },
  },
);
