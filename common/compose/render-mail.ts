import { mailboxAddress } from '../domain/addresses.ts';
import { ADDRESS_TOKEN_LENGTH, writeAddressToken } from '../domain/token-addresses.ts';
import { contactInToken, TOKEN_LENGTH } from '../domain/tokens.ts';
import { type ByteWriter, borrowWriter, reserve, returnWriter, writeAscii } from './byte-writer.ts';
import type { CompiledMail, SubjectSegment } from './compile-mail.ts';
import { writeHeaderText, writeMailbox } from './header-text.ts';
import type { MailRecipient } from './mail-source.ts';
import type { ProgramStep } from './program.ts';
import { softBreak, writeQuotedPrintable } from './quoted-printable.ts';

const MESSAGE_ID = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.[\]:-]+$/;

function writeFixed(writer: ByteWriter, { fixed, holes }: ProgramStep, tokens: Buffer): void {
  reserve(writer, fixed.length);
  const { bytes, at: start } = writer;
  bytes.set(fixed, start);
  for (let hole = 0; hole < holes.length; hole += 2) {
    let to = start + holes[hole]!;
    const from = holes[hole + 1]!;
    for (let at = from; at < from + TOKEN_LENGTH; at++) bytes[to++] = tokens[at]!;
  }
  writer.at = start + fixed.length;
}

let lastSecond = Number.NaN;
let lastText = '';

/** RFC 5322, 3.3, in UTC. The last result is cached, because many mails are sent in one second. */
function mailDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000);
  if (second !== lastSecond) {
    lastText = date.toUTCString().replace('GMT', '+0000');
    lastSecond = second;
  }
  return lastText;
}

function filledSubject(subject: readonly SubjectSegment[], values: readonly string[]): string {
  let text = '';
  for (const segment of subject) {
    text += typeof segment === 'string' ? segment : values[segment.name] || segment.fallback;
  }
  return text;
}

/** Renders one recipient's mail into its own buffer; see {@link renderInto}. */
export function renderMail(mail: CompiledMail, recipient: MailRecipient): Buffer {
  const writer = borrowWriter();
  const message = Buffer.from(renderInto(writer, mail, recipient));
  returnWriter(writer);
  return message;
}

/**
 * Renders one recipient's mail: a complete RFC 5322 message with CRLF line ends, in which no line begins with a dot. It is 7bit unless the
 * recipient's address is not ASCII. The result is part of the writer's buffer, valid until its next use: a new buffer for each mail costs
 * the garbage collector 15 µs. Throws a TypeError for an address that `mailboxAddress` refuses or a malformed Message-ID, and a RangeError
 * for an unsafe delivery id. Each of them is a bug, because the caller checks them before.
 */
export function renderInto(writer: ByteWriter, mail: CompiledMail, recipient: MailRecipient): Buffer {
  const address = mailboxAddress(recipient.to.address);
  if (address === null) throw new TypeError('The recipient has no valid e-mail address.');
  if (!MESSAGE_ID.test(recipient.messageId))
    throw new TypeError('A Message-ID must have the form id@domain, without brackets.');
  const { steps, names, sign } = mail.program;
  const tokens = sign(recipient.account, recipient.deliveryId, contactInToken(recipient.contactId));
  const values: string[] = [];
  for (const name of names) values.push(recipient.values.get(name) ?? '');

  writer.at = 0;
  for (const step of steps) {
    writeFixed(writer, step, tokens);
    switch (step.kind) {
      case 'value': {
        const value = values[step.name] || step.fallback;
        if (value === '') break;
        writer.column = 0;
        writeQuotedPrintable(writer, step.filter ? step.filter(value) : value, step.html);
        softBreak(writer);
        break;
      }
      case 'to':
        writer.column = 'To: '.length;
        writeMailbox(writer, recipient.to.name ?? '', address);
        break;
      case 'subject':
        writer.column = 'Subject: '.length;
        writeHeaderText(writer, filledSubject(mail.subject, values));
        break;
      case 'date':
        writeAscii(writer, mailDate(recipient.date));
        break;
      case 'message-id':
        writeAscii(writer, recipient.messageId);
        break;
      case 'address-token':
        reserve(writer, ADDRESS_TOKEN_LENGTH);
        writeAddressToken(writer.bytes, writer.at, tokens, step.name);
        writer.at += ADDRESS_TOKEN_LENGTH;
        break;
      case 'end':
        break;
    }
  }
  return writer.bytes.subarray(0, writer.at);
}
