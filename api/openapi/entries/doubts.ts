import type { presentDoubt } from '../../present/doubts.ts';
import { count, id, nullable, record, text, timestamp } from '../shapes.ts';

/** A mail in doubt, of a single send or of an automation's email. */
export const mailInDoubt = record<ReturnType<typeof presentDoubt>>('MailInDoubt', {
  id: id(),
  user_id: id(),
  contact_id: nullable(id('Null if the recipient was added to a segment by hand.')),
  email: text('The address it was sent to.'),
  message_id: text('What finds it in the log of the mail server.'),
  attempts: count('How often a mail server had it before it.'),
  in_doubt_at: timestamp('When it was handed over, or was found to have been.'),
  reason: text('What happened before the mail server’s answer was there.'),
});

export const DOUBTS =
  'Mails of which it is unknown whether the mail server accepted them: the connection or the worker ended between the end ' +
  'of the mail and the answer. There are such only with `IN_DOUBT=hold`, and they wait for a decision.';

export const DECIDING =
  '`delivered`: they count as delivered from the moment in which they got into doubt. `resend`: they are sent once more, under the ' +
  'same Message-ID, unless their recipients have unsubscribed or bounced since. Succeeds if at least one of the ids is a ' +
  'mail of it; what is not in doubt, or no longer, is left as it is.';
