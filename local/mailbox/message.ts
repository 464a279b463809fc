import PostalMime, { type Address, decodeWords } from 'postal-mime';
import type { MailEntry } from './index-file.ts';

export interface Summary {
  id: number;
  received_at: string;
  size: number;
  subject: string;
  envelope: { from: string; to: readonly string[] };
}

export interface NamedAddress {
  name: string;
  address: string;
}

export interface Message extends Summary {
  headers: { key: string; value: string }[];
  from: NamedAddress | null;
  to: NamedAddress[];
  html: string | null;
  text: string | null;
  attachments: { filename: string | null; type: string; size: number }[];
  /** The unchanged mail as text; `/messages/:id/source` returns its bytes. */
  source: string;
}

export function summaryOf({ id, received_at, size, subject, from, to }: MailEntry): Summary {
  return { id, received_at, size, subject: decodeWords(subject), envelope: { from, to } };
}

export async function messageOf(entry: MailEntry, raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw);
  return {
    ...summaryOf(entry),
    subject: mail.subject ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: personsOf(mail.from ? [mail.from] : [])[0] ?? null,
    to: personsOf(mail.to ?? []),
    html: mail.html ?? null,
    text: mail.text ?? null,
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      type: mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
    source: raw.toString('utf8'),
  };
}

const personsOf = (addresses: readonly Address[]): NamedAddress[] =>
  addresses.flatMap((one) => (one.group ? one.group : [one])).map(({ name, address }) => ({ name, address }));
