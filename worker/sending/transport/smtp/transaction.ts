import type { Verdict } from '../../../../common/domain/reply-classes.ts';
import {
  answered,
  type Handover,
  type MailAnswer,
  type MailLoss,
  type OutgoingMail,
  ownRefusal,
} from '../outcome.ts';
import { wireAddress } from './addresses.ts';
import type { OpenConnection } from './connect.ts';
import { forTheWire } from './message.ts';

/** The command that the next reply answers. `empty` is the dot after a DATA that the server accepted without a recipient. */
export type TransactionStep = 'RSET' | 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'empty';

interface PreparedMail {
  readonly mail: OutgoingMail;
  readonly body: Buffer;
  readonly commands: Record<'MAIL' | 'RCPT' | 'DATA', string>;
}

/** unclear: another connection with single commands shows the cause · bystander: not this mail */
export type ConnectionLoss = MailLoss & { readonly unclear?: boolean; readonly bystander?: boolean };

export type SessionResult = Exclude<Handover, MailLoss> | ConnectionLoss;

export interface Transaction extends PreparedMail {
  readonly resolve: (result: SessionResult) => void;
  startedAt: number;
  step: TransactionStep;
  /** Its commands are sent together (PIPELINING). */
  readonly grouped: boolean;
  /** Its first commands were sent together with the dot of the mail before it. */
  begun: boolean;
  /** Set before the final dot is given to the socket. While it is false, sending the mail again cannot make a second copy. */
  dotOut: boolean;
  overdue: boolean;
  /** The refusal at MAIL or RCPT that decided the mail, while the remaining replies of the dialogue arrive. */
  refusal: { readonly answer: MailAnswer; readonly step: 'MAIL' | 'RCPT' } | null;
}

const NO_SENDER: Verdict = { class: 'relay', rule: 'own-sender' };
export const NO_RECIPIENT: Verdict = { class: 'unknown', rule: 'own-recipient' };
export const TOO_LARGE: Verdict = { class: 'size', rule: 'own-size' };
export const NO_SMTPUTF8: Verdict = { class: 'unknown', rule: 'own-smtputf8' };

/** Prepares a mail for this server. If the server's offers rule it out, returns the result without asking the server. */
export function prepare(mail: OutgoingMail, offers: OpenConnection['offers']): PreparedMail | Handover {
  const from = mail.from === '' ? { text: '', international: false } : wireAddress(mail.from);
  const to = wireAddress(mail.to);
  if (!from) return answered(ownRefusal('the sender is not an e-mail address', null, NO_SENDER));
  if (!to) return answered(ownRefusal('the recipient is not an e-mail address', null, NO_RECIPIENT));
  const international = from.international || to.international;
  // An address is not ASCII before the @.
  if (international && !offers.smtpUtf8) {
    const reply = 'The address needs SMTPUTF8 (RFC 6531), which the mail server does not offer';
    const verdict = from.international ? NO_SENDER : NO_SMTPUTF8;
    return { kind: 'unable', answer: ownRefusal(reply, '5.6.7', verdict) };
  }
  if (offers.size !== null && mail.raw.length > offers.size) {
    const reply = `the mail has ${mail.raw.length} bytes, and the mail server takes ${offers.size}`;
    return answered(ownRefusal(reply, '5.3.4', TOO_LARGE));
  }
  const body = mail.inOrder ? mail.raw : forTheWire(mail.raw);
  const size = offers.declaresSize ? ` SIZE=${body.length}` : '';
  const utf8 = international ? ` SMTPUTF8${offers.eightBit ? ' BODY=8BITMIME' : ''}` : '';
  const commands = {
    MAIL: `MAIL FROM:<${from.text}>${size}${utf8}\r\n`,
    RCPT: `RCPT TO:<${to.text}>\r\n`,
    DATA: 'DATA\r\n',
  };
  return { mail, body, commands };
}

/** Creates one object with a fixed shape, because this runs for each mail. */
export const beginTransaction = (
  { mail, body, commands }: PreparedMail,
  grouped: boolean,
  resolve: (result: SessionResult) => void,
): Transaction => ({
  mail,
  body,
  commands,
  resolve,
  startedAt: Date.now(),
  step: 'MAIL',
  grouped,
  begun: false,
  dotOut: false,
  overdue: false,
  refusal: null,
});

export const groupOf = ({ commands }: Transaction): string =>
  `${commands.MAIL}${commands.RCPT}${commands.DATA}`;
