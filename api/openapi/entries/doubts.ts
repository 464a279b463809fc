import type { presentDoubt } from '../../present/doubts.ts';
import { count, id, nullable, record, text, timestamp } from '../shapes.ts';

export const mailInDoubt = record<ReturnType<typeof presentDoubt>>('MailInDoubt', {
  id: id(),
  user_id: id(),
  contact_id: nullable(id('Null if the recipient was added to a segment by hand.')),
  email: text('The address of the recipient.'),
  message_id: text('Its Message-ID, which the log of the mail server has.'),
  attempts: count('How many times it was handed to a mail server.'),
  in_doubt_at: timestamp('When it was handed over, or when the service found that it had been.'),
  reason: text('What happened before the mail server’s answer arrived.'),
});

export const DOUBTS =
  'Mails that the mail server may have accepted: the connection or the worker ended after the end of the mail and before the answer. They ' +
  'exist only with `IN_DOUBT=hold`, and wait for a decision.';

export const DECIDING =
  '`delivered`: they count as delivered from the time at which they got into doubt. `resend`: they are sent again under the same ' +
  'Message-ID, unless their recipients have unsubscribed or bounced since then. Succeeds if at least one of the ids is a mail of it. Mails ' +
  'that are not in doubt, or no longer, do not change.';
