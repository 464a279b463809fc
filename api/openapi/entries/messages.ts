import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { SKIP_REASONS } from '../../../common/domain/skip-reason.ts';
import { PAUSE_REASONS } from '../../../common/models/mailings.ts';
import type { presentMessage } from '../../present/messages.ts';
import { DELIVERY_STATES } from '../../services/queries/deliveries.ts';
import { entries } from '../entry.ts';
import { count, id, like, list, mapping, nullable, oneOf, record, text, timestamp } from '../shapes.ts';
import { DECIDING, mailInDoubt } from './doubts.ts';

const attachment = record<ReturnType<typeof presentMessage>['attachments'][number]>('MessageAttachment', {
  name: like(text(), 'receipt.pdf'),
  type: like(text('As the mail names it.'), 'application/pdf'),
  bytes: like(count(), 21_480),
});

const message = record<ReturnType<typeof presentMessage>>('Message', {
  id: id(),
  user_id: id(),
  utr: text(),
  email: text('Who gets it.'),
  sender_id: id(),
  template_id: id(),
  unsubscribe_group_id: nullable(id('Null: it has no footer and no header to unsubscribe.')),
  subject: text('With its placeholders.'),
  data: mapping(text(), 'What its placeholders show.'),
  attachments: list(attachment, 'Their bytes are kept until it is out.'),
  send_at: timestamp('When it goes, or went.'),
  state: oneOf(
    DELIVERY_STATES,
    '`pending`: it waits for its time or its turn. `deferred`: it is tried again. `accepted`: a mail server took it. `bounced`: it was refused, ' +
      'then or later. `skipped`: it was cancelled, or its recipient gets no mails. `in_doubt`: a person decides.',
  ),
  paused_reason: nullable(
    oneOf(PAUSE_REASONS, 'Why it can not go now. It is tried again every five minutes.'),
  ),
  class: nullable(oneOf(REPLY_CLASSES, 'What the last reply that was no acceptance means.')),
  reply: nullable(text('That reply.')),
  skip_reason: nullable(oneOf(SKIP_REASONS)),
  attempts: count('How often a mail server had it.'),
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
    about: 'Mails to one person each, such as receipts and codes to sign in. They do not wait for campaigns.',
  },
  {
    messageSend: {
      summary: 'Send a message',
      about:
        'It is stored when the call is answered, and goes at once, or at `send_at`. Only a mailbox that is gone or inactive, or a complaint, stops ' +
        'it; with `unsubscribe_group_id`, an opt-out, too. Openings and clicks are not counted. Use an `Idempotency-Key`: then a call that is ' +
        'made again sends nothing twice.',
      output: text('Its utr.'),
    },
    messageList: { summary: 'List messages', output: message },
    messageDetails: { summary: 'Show what became of a message', output: message },
    messageCancel: {
      summary: 'Cancel a message',
      about: 'One that waits, or is to be tried again, is skipped.',
    },
    messageDoubtList: {
      summary: 'Show whether a message is in doubt',
      about:
        'The mail of this message, where it is unknown whether the mail server accepted it: the connection or the worker ended between the end ' +
        'of the mail and the answer. With `MESSAGES_IN_DOUBT=hold` it waits for a decision.',
      output: mailInDoubt,
    },
    messageDoubtDecide: { summary: 'Decide on a message that is in doubt', about: DECIDING },
  },
);
