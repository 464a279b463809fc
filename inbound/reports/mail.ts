import PostalMime from 'postal-mime';
import type { ReportFields } from './fields.ts';
import { LIMITS, startOf } from './limits.ts';

/** The parts of a mail that matter for reports. All texts are cut at their limits. */
export interface ArrivedMail {
  readonly headers: ReportFields;
  readonly text: string;
  readonly raw: string;
  readonly parts: readonly { readonly type: string; readonly text: string }[];
}

const READ = /^(?:message\/|text\/|multipart\/|application\/(?:octet-stream|ms-tnef)$)/;

const cut = (text: string) => text.slice(0, LIMITS.text);

/** HTML as lines of text. Tags do not contain `<`, so the pattern is linear. */
const withoutTags = (html: string): string =>
  html
    .slice(0, LIMITS.text * 2)
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)[^<>]{0,200}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');

/** Lines end in CRLF, LF or, in old mails, CR alone. */
function withLineFeeds(raw: Uint8Array): Uint8Array {
  const bytes = startOf(raw);
  if (bytes.includes(10) || !bytes.includes(13)) return bytes;
  return bytes.map((byte) => (byte === 13 ? 10 : byte));
}

function bodyOf(source: string): string {
  const end = source.search(/\r?\n\r?\n/);
  return end === -1 ? '' : source.slice(end);
}

export async function readMail(raw: Uint8Array): Promise<ArrivedMail | null> {
  const bytes = withLineFeeds(raw);
  try {
    const mail = await PostalMime.parse(bytes, {
      attachmentEncoding: 'utf8',
      forceRfc822Attachments: true,
      maxNestingDepth: LIMITS.nesting,
      maxHeadersSize: LIMITS.headers,
    });
    const source = new TextDecoder().decode(bytes.subarray(0, LIMITS.text));
    const headers = new Map<string, string[]>();
    const subject = mail.subject?.slice(0, LIMITS.line);
    for (const { key, value } of mail.headers) {
      const values = headers.get(key.toLowerCase()) ?? [];
      if (values.length < LIMITS.messageIds) values.push(value.slice(0, LIMITS.line * 4));
      headers.set(key.toLowerCase(), values);
    }
    if (subject !== undefined) headers.set('subject', [subject]);
    return {
      headers,
      // If the boundaries between the parts are damaged, the text is found only in the raw mail.
      text: cut(
        [mail.text ?? '', withoutTags(mail.html ?? ''), bodyOf(source)].find((text) => text.trim() !== '') ??
          '',
      ),
      raw: source,
      parts: mail.attachments
        .filter(({ mimeType }) => READ.test(mimeType.toLowerCase()))
        .slice(0, LIMITS.recipients)
        .map(({ mimeType, content }) => ({
          type: mimeType.toLowerCase(),
          text: cut(typeof content === 'string' ? content : ''),
        })),
    };
  } catch {
    // The library throws an error for parts that are nested too deeply, and for endless headers.
    return null;
  }
}
