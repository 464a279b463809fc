import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import { compileMail } from '../../common/compose/compile-mail.ts';
import type { MailRecipient, MailSource } from '../../common/compose/mail-source.ts';
import { renderMail } from '../../common/compose/render-mail.ts';
import { escapeHtml } from '../../common/domain/html-escape.ts';
import { tokenKey } from '../../common/domain/tokens.ts';
import { derivedText } from '../../common/rendering/tasks.ts';

export const KEY = tokenKey('the secret of these tests, 32 characters');
export const PUBLIC_URL = 'https://mail.example';
export const ADDRESS = 'Long Street 1, 12345 Town, Country';

const HTML = '<html><body><p>Hello ((first_name))</p></body></html>';

export const source = (changes: Partial<MailSource> = {}): MailSource => ({
  derived: derivedText(changes.html ?? HTML).pieces,
  from: { name: 'The Shop', address: 'news@shop.example' },
  replyTo: 'answers@shop.example',
  subject: 'News',
  preheader: '',
  html: HTML,
  values: new Map([
    ['sender_name', 'The Shop'],
    ['sender_address', ADDRESS],
  ]),
  publicUrl: PUBLIC_URL,
  tracking: false,
  tokenKey: KEY,
  ...changes,
});

export const recipient = (
  values: Record<string, string> = {},
  changes: Partial<MailRecipient> = {},
): MailRecipient => ({
  to: { address: 'anna@mailbox.example' },
  account: 42,
  deliveryId: 4711,
  values: new Map(Object.entries(values)),
  messageId: '4711.abc@shop.example',
  date: new Date('2026-03-01T08:30:15Z'),
  ...changes,
});

export const compose = (changes: Partial<MailSource>, to: MailRecipient = recipient()): Buffer =>
  renderMail(compileMail(source(changes)), to);

export const decode = (message: Buffer | string): Promise<Email> => PostalMime.parse(message);

/** nodemailer's mail of contents that are filled in already. */
export const oracle = (mail: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> =>
  new MailComposer(mail).compile().build();

/** The HTML of a mail without effects of quoted-printable: decoded, with line breaks as LF. */
export async function documentOf(message: Buffer): Promise<string> {
  const { subject = '' } = await decode(message);
  // Each document has it, unless its author gave another.
  const title = `<title>${escapeHtml(subject.trim())}</title>`;
  return (await wholeDocumentOf(message)).replace(title, '');
}

/** The same with the title. */
export async function wholeDocumentOf(message: Buffer): Promise<string> {
  return ((await decode(message)).html ?? '').replaceAll('\r\n', '\n').trimEnd();
}

/** The texts before and after HTML that is a fragment. */
export const AROUND = [
  '<!doctype html><html lang="und"><head><meta charset="utf-8"></head>',
  '</html>',
] as const;

/** The same as `documentOf`, without what makes a document of a fragment. */
export async function htmlOf(message: Buffer): Promise<string> {
  const html = await documentOf(message);
  const [before, after] = AROUND;
  return html.startsWith(before) && html.endsWith(after) ? html.slice(before.length, -after.length) : html;
}

export async function textOf(message: Buffer): Promise<string> {
  return ((await decode(message)).text ?? '').replaceAll('\r\n', '\n').trimEnd();
}

/** The raw header lines of a message, unfolded, by name in lower case. */
export function headersOf(message: Buffer): [string, string][] {
  const head = message
    .toString('latin1')
    .split('\r\n\r\n', 1)[0]!
    .replaceAll(/\r\n(?=[ \t])/g, '');
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
}

/** The rules of the wire that a message breaks, as texts; empty for a correct message. */
export function faults(message: Buffer): string[] {
  const found: string[] = [];
  const text = message.toString('latin1');
  // oxlint-disable-next-line no-control-regex -- what a 7bit message holds
  if (/[^\r\n\t\x20-\x7e]/.test(text)) found.push('not 7bit');
  if (/\r(?!\n)|(?<!\r)\n/.test(text)) found.push('a line break that is not CRLF');
  if (!text.endsWith('\r\n')) found.push('no line break at the end');
  const headEnd = text.indexOf('\r\n\r\n');
  const lines = text.split('\r\n');
  if (lines.some((line) => line.length > 998)) found.push('a line over 998');
  if (lines.some((line) => line.startsWith('From '))) found.push('a From line');
  const body = text.slice(headEnd + 4).split('\r\n');
  if (body.some((line) => line.length > 76 && !line.startsWith('Content-')))
    found.push('a body line over 76');
  if (body.some((line) => /[ \t]$/.test(line))) found.push('a blank at the end of a line');
  if (body.some((line) => line.startsWith('.'))) found.push('a dot at the start of a line');
  if (
    body.some(
      (line) => /=(?![0-9A-F]{2}|$)/.test(line) && !line.startsWith('--') && !line.startsWith('Content-'),
    )
  ) {
    found.push('a stray =');
  }
  const words = text.slice(0, headEnd).match(/=\?[^?]+\?Q\?[^?]*\?=/g) ?? [];
  if (words.some((word) => word.length > 75)) found.push('an encoded-word over 75');
  return found;
}

/** Values that cause errors in careless composers, named after what is unusual about them. */
export const AWKWARD: Record<string, string> = {
  plain: 'Anna',
  umlauts: 'Zoë Müßig',
  cyrillic: 'Анна Каренина и все остальные персонажи романа, которые не поместятся в одну строку',
  emoji: '👩‍👩‍👧‍👦 family 🎉',
  'many emoji': '🎉'.repeat(200),
  'lone surrogate': 'a\ud83dz',
  quotes: `"Anna" 'n' Co \\ back`,
  markup: '<script>alert("x")</script> & <b>&amp;</b>',
  'leading dot': '.',
  'dot lines': '.\n..\n.x',
  equals: '=',
  'quoted-printable look-alike': '=3D=\r\n=C3=A4',
  'long word': 'x'.repeat(5000),
  'long non-ASCII word': 'ü'.repeat(5000),
  'long text': 'word '.repeat(1000).trim(),
  'line breaks': 'a\r\nb\nc\rd',
  'header injection': 'x\r\nBcc: evil@example.org\r\n\r\nbody',
  nul: 'a\0b',
  controls: 'a\u0001\u001b[31m\u007f\u0085b',
  'line separators': 'a\u2028b\u2029c',
  placeholder: '((email)) ((unsubscribe_preferences))',
  'right to left': 'שלום עולם \u202eevil\u202c',
  empty: '',
  blanks: '   ',
  'blank at the end': 'Anna ',
  tab: 'a\tb\t',
  'encoded-word look-alike': '=?UTF-8?B?RXZpbA==?= =?x?q?y?=',
  'mailbox look-alike': 'evil@example.org, <r@example.org>; (comment)',
  'from line': 'From me to you\nFrom us',
  boundary: '--=_\r\n--\r\n',
};
