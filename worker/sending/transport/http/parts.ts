import type { Address, Attachment } from 'postal-mime';
import type { Attachments, PlacedAttachment } from '../../../../common/domain/attachments.ts';

export interface MailParts {
  /** `Name <address>` */
  readonly from: string;
  readonly toName: string;
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  /** Fields that the API does not write, unfolded, in order. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: string;
  /** Without brackets; null if no part refers to it. */
  readonly contentId: string | null;
}

/** Fields that an API writes from other input than the headers. */
const WRITTEN = new Set(
  'from sender to cc bcc reply-to subject date return-path mime-version dkim-signature'.split(' '),
);
/** A message with more bytes of headers, or deeper nested parts, is not read. */
const BOUNDS = { maxHeadersSize: 256 * 1024, maxNestingDepth: 20 };

/** Throws if it is no message. 470 µs for 20 kB. Coding known `attachments` again would take a second for 10 MiB. */
export async function partsOfMessage(message: Buffer, attachments?: Attachments): Promise<MailParts> {
  // Loaded with the first mail: most workers send by SMTP alone.
  const { default: PostalMime } = await import('postal-mime');
  const texts = attachments ? message.subarray(0, message.length - attachments.bytes.length) : message;
  const mail = await PostalMime.parse(texts, {
    attachmentEncoding: 'base64',
    forceRfc822Attachments: true,
    ...BOUNDS,
  });
  const [from] = mailboxes(mail.from ? [mail.from] : []);
  if (!from) throw new Error('it has no sender');
  return {
    from: shown(from),
    toName: mailboxes(mail.to ?? [])[0]?.name ?? '',
    replyTo: mailboxes(mail.replyTo ?? []).map(shown),
    subject: mail.subject ?? '',
    text: mail.text ?? null,
    html: mail.html ?? null,
    headers: mail.headers
      .filter(({ key }) => !WRITTEN.has(key) && !key.startsWith('content-'))
      .map(({ originalKey: name, value }) => ({ name, value })),
    attachments: attachments
      ? attachments.files.map((file) => knownOf(file, attachments))
      : mail.attachments.map(attachmentOf),
  };
}

interface MessageAddress {
  readonly name: string;
  readonly address: string;
}

const mailboxes = (all: readonly Address[]): MessageAddress[] =>
  all.flatMap((one) => (one.group ? one.group : [{ name: one.name, address: one.address }]));

/** Quotes, backslashes and control characters are not allowed in a quoted name. */
const UNQUOTABLE = /["\\\p{Cc}]/gu;

/** An address with its name for an API, quoted because a name may have commas. */
export const shown = ({ name, address }: MessageAddress): string =>
  name === '' ? address : `"${name.replace(UNQUOTABLE, ' ').trim()}" <${address}>`;

const knownOf = ({ name, type, at, length }: PlacedAttachment, { bytes }: Attachments): MailAttachment => ({
  name,
  type,
  content: bytes.toString('latin1', at, at + length).replaceAll('\r\n', ''),
  contentId: null,
});

const attachmentOf = (one: Attachment): MailAttachment => ({
  name: one.filename ?? 'attachment',
  type: one.mimeType,
  content: typeof one.content === 'string' ? one.content : '',
  contentId: one.contentId?.replace(/^<|>$/g, '') ?? null,
});
