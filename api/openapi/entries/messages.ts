import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { SKIP_REASONS } from '../../../common/domain/skip-reason.ts';
import { PAUSE_REASONS } from '../../../common/models/mailings.ts';
import type { presentMessage } from '../../present/messages.ts';
import type { MessageResult } from '../../resources/many-messages.ts';
import { DELIVERY_STATES } from '../../services/queries/deliveries.ts';
import { entries } from '../entry.ts';
import { count, id, like, list, mapping, nullable, oneOf, record, text, timestamp } from '../shapes.ts';
import { DECIDING, mailInDoubt } from './doubts.ts';

const attachment = record<ReturnType<typeof presentMessage>['attachments'][number]>('MessageAttachment', {
  name: like(text(), 'receipt.pdf'),
  type: like(text('The media type in the mail.'), 'application/pdf'),
  bytes: like(count(), 21_480),
});

const errorTexts = mapping(list(text()));

const result = record<MessageResult>('MessageResult', {
  id: nullable(id()),
  utr: nullable(text()),
  errors: nullable(errorTexts),
  hints: nullable(errorTexts),
});

const message = record<ReturnType<typeof presentMessage>>('Message', {
  id: id(),
  user_id: id(),
  utr: text(),
  email: text('The address of the recipient.'),
  name: like(text('The name of the recipient; empty: none was given.'), 'Ada Lovelace'),
  sender_id: id(),
  template_id: id(),
  unsubscribe_group_id: nullable(id('Null: the mail has no footer and no header to unsubscribe.')),
  subject: text('The subject with its placeholders.'),
  data: mapping(text(), 'The values of its placeholders; for a key of scope `read` each is `•••`.'),
  metadata: like(mapping(text(), 'The values of its caller.'), { order_id: 'A-4711' }),
  attachments: list(attachment, 'The attachments. Their bytes are stored until the mail has its outcome.'),
  send_at: timestamp('The time at which it is to be sent.'),
  state: oneOf(
    DELIVERY_STATES,
    '`pending`: it waits for its time or its turn. `deferred`: another attempt follows. `accepted`: a mail server accepted it. `bounced`: it ' +
      'was refused, at once or later. `skipped`: it was cancelled, or its recipient gets no mail. `in_doubt`: a person decides.',
  ),
  paused_reason: nullable(
    oneOf(PAUSE_REASONS, 'Why it cannot be sent now. The service tries again every five minutes.'),
  ),
  class: nullable(oneOf(REPLY_CLASSES, 'The meaning of the last reply that was not an acceptance.')),
  reply: nullable(text('The text of that reply.')),
  skip_reason: nullable(oneOf(SKIP_REASONS)),
  attempts: count('How many times it was handed to a mail server.'),
  first_attempted_at: nullable(timestamp()),
  accepted_at: nullable(timestamp()),
  bounced_at: nullable(timestamp()),
  unsubscribed_at: nullable(timestamp()),
  complained_at: nullable(timestamp()),
  doubted: oneOf([0, 1], '1: it may have arrived twice.'),
  created_at: timestamp(),
});

export const messages = entries(
  {
    name: 'Messages',
    about: 'Mails to one person each, such as receipts and sign-in codes. They do not wait for campaigns.',
  },
  {
    messageSend: {
      summary: 'Send a message',
      about:
        'The message is stored before the answer, and is sent at once or at `send_at`. It is not sent to a mailbox that is gone or inactive, nor ' +
        'after a complaint; with `unsubscribe_group_id`, also not after an opt-out. Openings and clicks are not counted. Use an ' +
        '`Idempotency-Key`: then a repeated call sends no second mail.',
      output: text('Its utr.'),
    },
    messageSendMany: {
      summary: 'Send up to 500 messages of one content',
      about:
        'As `messages/send`, without attachments. Each message has a result, in their order: its `id` and `utr`, or the `errors` and `hints` ' +
        'for which it was not stored. The others are stored all or none. If no message can be stored, the answer is a 422. With an ' +
        '`Idempotency-Key`, a repeated call sends none of them again.',
      output: list(result, 'One of each message, in their order.'),
    },
    messageList: { summary: 'List messages', output: message },
    messageDetails: { summary: 'Get a message and its outcome', output: message },
    messageCancel: {
      summary: 'Cancel a message',
      about: 'A message that waits, or that waits for another attempt, is skipped.',
    },
    messageDoubtList: {
      summary: 'Show whether a message is in doubt',
      about:
        'The mail of this message if the mail server may have accepted it: the connection or the worker ended after the end of the mail and ' +
        'before the answer. With `MESSAGES_IN_DOUBT=hold` it waits for a decision.',
      output: mailInDoubt,
    },
    messageDoubtDecide: { summary: 'Decide on a message that is in doubt', about: DECIDING },
  },
);
