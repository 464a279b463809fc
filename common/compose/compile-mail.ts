import { createHash } from 'node:crypto';
import { envelopeAddress } from '../domain/addresses.ts';
import { type PlaceholderValues, parsePlaceholders } from '../domain/placeholders.ts';
import { type ScannedHtml, scanHtml } from '../domain/scan-html.ts';
import { ADDRESS_PREFIXES } from '../domain/token-addresses.ts';
import type { TokenKey } from '../domain/tokens.ts';
import { MIXED } from './attachments.ts';
import { flattenHeader, writeHeaderText, writeListId, writeMailbox } from './header-text.ts';
import { htmlBody } from './html-body.ts';
import { linkTable } from './links.ts';
import type { MailSource, TrackedLink } from './mail-source.ts';
import { inertProgramOf, type MailProgram, type ProgramDraft, programBuilder, programOf } from './program.ts';
import { textBody } from './text-body.ts';
import { PREFERENCES } from './value-parts.ts';

/** Fixed text of a subject, or a value (its index in the program's `names`). */
export type SubjectSegment = string | { readonly name: number; readonly fallback: string };

/** The mail of one send, encoded except for the values of recipients. It contains no recipient's data. */
export interface CompiledMail {
  /** Store them before the first mail is sent. */
  readonly links: readonly TrackedLink[];
  readonly program: MailProgram;
  /** Empty when all recipients get the same subject: then the program contains it. */
  readonly subject: readonly SubjectSegment[];
}

const HEADER_NAME = /^[!-9;-~]{1,76}$/;

function mailboxAddress(address: string): string {
  const ascii = envelopeAddress(address);
  if (ascii === null) throw new TypeError('A sender needs an e-mail address whose local part is ASCII.');
  return ascii;
}

/** Inserts the send's own values. A subject must not contain the link to the preferences page. */
function subjectSegments(
  subject: string,
  values: PlaceholderValues,
  nameIndex: (name: string) => number,
): SubjectSegment[] {
  return parsePlaceholders(subject).map((segment) => {
    if (typeof segment === 'string') return segment;
    const { name, fallback } = segment;
    const constant = name === PREFERENCES ? '' : values.get(name);
    return constant === undefined ? { name: nameIndex(name), fallback } : constant || fallback;
  });
}

export type DraftSource = Omit<MailSource, 'tokenKey'>;

export type MailDraft = Omit<CompiledMail, 'program'> & { readonly program: ProgramDraft };

/**
 * Compiles the mail of a send once; `renderMail` inserts each recipient's values and tokens. It takes about linear time: milliseconds for
 * most templates, seconds for 2 MiB. Throws a TypeError for an unusable sender's address or header name.
 */
export const compileMail = ({ tokenKey, ...source }: MailSource): CompiledMail =>
  mailOfDraft(draftMail(source), tokenKey);

export const mailOfDraft = ({ program, ...mail }: MailDraft, key: TokenKey): CompiledMail => ({
  ...mail,
  program: programOf(program, key),
});

/** The mail of a test or preview: its links to opt out do nothing. */
export const inertMailOfDraft = ({ program, ...mail }: MailDraft): CompiledMail => ({
  ...mail,
  program: inertProgramOf(program),
});

/** One line, unfolded: some servers break the signature of a folded one (nodemailer issue 1654). */
function listUnsubscribe(
  { ascii, hole, addressToken }: ReturnType<typeof programBuilder>,
  { unsubscribeDomain }: DraftSource,
  { publicUrl }: { readonly publicUrl: string },
): void {
  ascii(`List-Unsubscribe: <${publicUrl}/unsubscribe/`);
  hole('unsubscribe');
  ascii('>');
  if (unsubscribeDomain) {
    // After the https address: some mail readers take only the first (RFC 2369, 2).
    ascii(`, <mailto:${ADDRESS_PREFIXES.unsubscribe}`);
    addressToken('unsubscribe');
    ascii(`@${unsubscribeDomain}?subject=unsubscribe>`);
  }
  ascii('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
}

/** The slow part of `compileMail`, without the key. `scanned`: the HTML, if already scanned. */
export function draftMail(
  source: DraftSource,
  scanned: ScannedHtml = scanHtml(parsePlaceholders(source.html)),
): MailDraft {
  const send = { publicUrl: source.publicUrl.replace(/\/+$/, ''), values: source.values };
  const table = linkTable(source.links);
  const html = htmlBody(scanned, source, send, table);
  const text = textBody(source, send, scanned.language);

  const builder = programBuilder();
  const { ascii, header, writer } = builder;
  ascii('From: ');
  writeMailbox(writer, source.from.name, mailboxAddress(source.from.address));
  ascii(`\r\nReply-To: ${mailboxAddress(source.replyTo)}\r\nTo: `);
  header('to');
  ascii('\r\nSubject: ');
  const subject = subjectSegments(source.subject, source.values, builder.nameIndex);
  const fixedSubject = subject.every((segment) => typeof segment === 'string');
  if (fixedSubject) writeHeaderText(writer, subject.join(''));
  else header('subject');
  ascii('\r\nDate: ');
  header('date');
  ascii('\r\nMessage-ID: <');
  header('message-id');
  ascii('>\r\n');
  if (source.optOut !== false) listUnsubscribe(builder, source, send);
  if (source.list) {
    ascii('List-Id: ');
    writeListId(writer, source.list.name, source.list.id);
    ascii('\r\n');
  }
  for (const { name, value } of source.headers ?? []) {
    if (!HEADER_NAME.test(name))
      throw new TypeError('A header needs a name of printable ASCII without a colon.');
    ascii(`${name}: `);
    writeHeaderText(writer, flattenHeader(value));
    ascii('\r\n');
  }

  for (const name of source.references ?? []) {
    ascii(`${name}: `);
    header('message-id');
    ascii('\r\n');
  }

  // No quoted-printable line can contain `=_` (RFC 2045, 6.7), so no body contains the boundary.
  const boundary = `=_${createHash('sha256').update(source.html).digest('hex').slice(0, 24)}`;
  const part = (type: string): void =>
    ascii(
      `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
    );
  ascii('MIME-Version: 1.0\r\n');
  if (source.attached) ascii(`Content-Type: multipart/mixed; boundary="${MIXED}"\r\n\r\n--${MIXED}\r\n`);
  ascii(`Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`);
  part('plain');
  builder.body(text);
  ascii('\r\n');
  part('html');
  builder.body(html);
  ascii(`\r\n--${boundary}--\r\n`);
  return { links: table.links, program: builder.build(), subject: fixedSubject ? [] : subject };
}
