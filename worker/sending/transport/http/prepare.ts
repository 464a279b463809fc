import { answered, type Handover, type OutgoingMail, ownRefusal } from '../outcome.ts';
import { wireAddress } from '../smtp/addresses.ts';
import { NO_RECIPIENT, NO_SMTPUTF8, TOO_LARGE } from '../smtp/transaction.ts';
import type { ApiMail } from './provider.ts';

/** Prepares a mail for a provider. If its API cannot take the mail, returns the result without a request: another server may. */
export function prepareForApi(mail: OutgoingMail, largest: number): ApiMail | Handover {
  const to = wireAddress(mail.to);
  const message = mail.unsigned ?? mail.raw;
  if (!to) return answered(ownRefusal('the recipient is not an e-mail address', null, NO_RECIPIENT));
  if (to.international) {
    const reply = 'The address needs SMTPUTF8 (RFC 6531), which the provider does not offer';
    return { kind: 'unable', answer: ownRefusal(reply, '5.6.7', NO_SMTPUTF8) };
  }
  if (message.length > largest) {
    const reply = `the mail has ${message.length} bytes, and the provider takes ${largest}`;
    return { kind: 'unable', answer: ownRefusal(reply, '5.3.4', TOO_LARGE) };
  }
  return { mail, to: to.text, message };
}
