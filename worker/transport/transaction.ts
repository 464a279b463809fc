import { wireAddress } from './addresses.ts';
import type { OpenLine } from './connect.ts';
import { forTheWire } from './message.ts';
import { type Answer, type Handover, needsSmtpUtf8, type OutgoingMail } from './outcome.ts';

/** What the next reply answers. `empty` is the dot after a DATA that the server took without a recipient. */
type Step = 'RSET' | 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'empty';

/** What is said of a mail, ready for the wire. */
interface Prepared {
  readonly mail: OutgoingMail;
  readonly body: Buffer;
  readonly commands: Record<'MAIL' | 'RCPT' | 'DATA', string>;
}

/** A mail on its way over a line. */
export interface Transaction extends Prepared {
  readonly resolve: (handover: Handover) => void;
  startedAt: number;
  step: Step;
  /** Its first commands went out behind the dot of the one before it. */
  begun: boolean;
  /** Set before the final dot is given to the socket: without it nothing that happens can mean a second copy. */
  dotOut: boolean;
  /** Half of the time that a server has for its reply to the dot is over. */
  overdue: boolean;
  /** Whether the server has said anything about this mail yet. */
  heard: boolean;
  /** The refusal at MAIL or RCPT that decided the mail, while the rest of the dialogue is wound up. */
  refusal: { readonly answer: Answer; readonly step: 'MAIL' | 'RCPT' } | null;
}

const refused = (reply: string, code: string | null, ours: boolean): Handover => ({
  kind: 'answered',
  answer: { kind: 'refused', reply, code, recipientGone: false, ours },
  slowDown: false,
});

/** A mail as this server takes it, or why it takes none such: nothing of that need be asked over the wire. */
export function prepare(mail: OutgoingMail, offers: OpenLine['offers']): Prepared | Handover {
  const from = mail.from === '' ? { text: '', international: false } : wireAddress(mail.from);
  const to = wireAddress(mail.to);
  if (!from) return refused('the sender is no e-mail address', null, true);
  if (!to) return refused('the recipient is no e-mail address', null, false);
  const international = from.international || to.international;
  if (international && !offers.smtpUtf8) {
    return { kind: 'unable', answer: needsSmtpUtf8(from.international) };
  }
  if (offers.size !== null && mail.raw.length > offers.size) {
    const reply = `the mail has ${mail.raw.length} bytes, and the mail server takes ${offers.size}`;
    return refused(reply, '5.3.4', true);
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

/** One object of one shape, whole from the start: this is done for each mail. */
export const begin = (
  { mail, body, commands }: Prepared,
  resolve: (handover: Handover) => void,
): Transaction => ({
  mail,
  body,
  commands,
  resolve,
  startedAt: Date.now(),
  step: 'MAIL',
  begun: false,
  dotOut: false,
  overdue: false,
  heard: false,
  refusal: null,
});

/** With PIPELINING they go out together (RFC 2920). */
export const groupOf = ({ commands }: Transaction): string =>
  `${commands.MAIL}${commands.RCPT}${commands.DATA}`;
