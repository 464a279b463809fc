import { envelopeAddress } from '../../common/domain/addresses.ts';
import { TOKEN_LENGTH } from '../../common/domain/tokens.ts';
import { byteWriter, reserve, writeAscii, written } from './byte-writer.ts';
import type { CompiledMail, SubjectSegment } from './compile-mail.ts';
import { writeHeaderText, writeMailbox } from './header-text.ts';
import { mailDate } from './mail-date.ts';
import type { MailRecipient } from './mail-source.ts';
import type { Step } from './program.ts';
import { softBreak, writeQuotedPrintable } from './quoted-printable.ts';

/** One for all mails, as rendering is never interrupted; a mail then costs one allocation, of its own size. */
const scratch = byteWriter(256 * 1024);
/** Beyond this it is given back after an unusually large mail. */
const KEEP = 4 * 1024 * 1024;

const MESSAGE_ID = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.[\]:-]+$/;

/** A step's fixed bytes, the tokens in their places. */
function writeFixed({ fixed, holes }: Step, tokens: Buffer): void {
  reserve(scratch, fixed.length);
  const { bytes, at: start } = scratch;
  bytes.set(fixed, start);
  for (let hole = 0; hole < holes.length; hole += 2) {
    let to = start + holes[hole]!;
    const from = holes[hole + 1]!;
    for (let at = from; at < from + TOKEN_LENGTH; at++) bytes[to++] = tokens[at]!;
  }
  scratch.at = start + fixed.length;
}

function filledSubject(subject: readonly SubjectSegment[], values: readonly string[]): string {
  let text = '';
  for (const segment of subject) {
    text += typeof segment === 'string' ? segment : values[segment.name] || segment.fallback;
  }
  return text;
}

/**
 * One recipient's mail: a whole RFC 5322 message in 7bit, CRLF throughout, without dot-stuffing. The buffer is the
 * caller's. Throws a TypeError for an address that `envelopeAddress` refuses or a malformed Message-ID, a RangeError
 * for a delivery id that is no safe integer: bugs of the caller, which checks before.
 */
export function renderMail(mail: CompiledMail, recipient: MailRecipient): Buffer {
  const address = envelopeAddress(recipient.to.address);
  if (address === null) throw new TypeError('A mail needs an address that its envelope can hold.');
  if (!MESSAGE_ID.test(recipient.messageId))
    throw new TypeError('A Message-ID is id@domain, without the brackets.');
  const { steps, names, sign } = mail.program;
  const tokens = sign(recipient.deliveryId);
  const values: string[] = [];
  for (const name of names) values.push(recipient.values.get(name) ?? '');

  scratch.at = 0;
  for (const step of steps) {
    writeFixed(step, tokens);
    switch (step.kind) {
      case 'value': {
        const value = values[step.name] || step.fallback;
        if (value === '') break;
        scratch.column = 0;
        writeQuotedPrintable(scratch, step.filter ? step.filter(value) : value, step.html);
        softBreak(scratch);
        break;
      }
      case 'to':
        scratch.column = 'To: '.length;
        writeMailbox(scratch, recipient.to.name ?? '', address);
        break;
      case 'subject':
        scratch.column = 'Subject: '.length;
        writeHeaderText(scratch, filledSubject(mail.subject, values));
        break;
      case 'date':
        writeAscii(scratch, mailDate(recipient.date));
        break;
      case 'message-id':
        writeAscii(scratch, recipient.messageId);
        break;
      case 'end':
        break;
    }
  }
  const message = written(scratch);
  if (scratch.bytes.length > KEEP) scratch.bytes = Buffer.allocUnsafeSlow(256 * 1024);
  return message;
}
