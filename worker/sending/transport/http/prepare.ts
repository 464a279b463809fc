import type { Verdict } from '../../../../common/domain/reply-classes.ts';
import type { Answer, Handover, OutgoingMail } from '../outcome.ts';
import { wireAddress } from '../smtp/addresses.ts';
import type { ApiMail } from './provider.ts';

const NO_RECIPIENT: Verdict = { class: 'unknown', rule: 'own-recipient' };
const NO_SMTPUTF8: Verdict = { class: 'unknown', rule: 'own-smtputf8' };
const TOO_LARGE: Verdict = { class: 'size', rule: 'own-size' };

const refused = (reply: string, code: string | null, verdict: Verdict): Answer => ({
  kind: 'refused',
  reply,
  code,
  ...verdict,
  bytesFree: true,
});

/** Prepares a mail for a provider. Where its API can't take the mail, returns the result without asking it: another server may. */
export function prepareForApi(mail: OutgoingMail, largest: number): ApiMail | Handover {
  const to = wireAddress(mail.to);
  const message = mail.unsigned ?? mail.raw;
  if (!to) {
    const answer = refused('the recipient is no e-mail address', null, NO_RECIPIENT);
    return { kind: 'answered', answer, slowDown: false };
  }
  if (to.international) {
    const reply = 'The address needs SMTPUTF8 (RFC 6531), which the provider does not offer';
    return { kind: 'unable', answer: refused(reply, '5.6.7', NO_SMTPUTF8) };
  }
  if (message.length > largest) {
    const reply = `the mail has ${message.length} bytes, and the provider takes ${largest}`;
    return { kind: 'unable', answer: refused(reply, '5.3.4', TOO_LARGE) };
  }
  return { mail, to: to.text, message };
}
