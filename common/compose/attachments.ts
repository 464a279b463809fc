import { open } from 'node:fs/promises';
import { buildHeaderValue, encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import type { Attachment, PlacedAttachment } from '../domain/attachments.ts';

/**
 * The boundary around a mail's texts and attachments. It is a constant, because attachments are encoded before the mail is rendered: no
 * line of quoted-printable or base64 contains `=_`, and the boundary of the texts continues differently.
 */
export const MIXED = '=_attachments';

/** RFC 2045, 6.8: lines of 76 characters. */
const LINE = 76;
/** Bytes encoded at a time, whole lines of 57 bytes: 230 kB take some 5 ms of the event loop. */
const PIECE = 57 * 4096;

export interface AttachmentFile extends Attachment {
  readonly path: string;
}

/** The boundary and header of an attachment's part. Other than plain names are encoded by RFC 2231. */
function headOf({ name, type }: Attachment): string {
  const [media = '', ...parameters] = type.split('; ');
  const params = Object.fromEntries(parameters.map((one) => one.split('=', 2) as [string, string]));
  const lines = [
    // Some mail readers take a name only from here, as an encoded-word.
    `Content-Type: ${buildHeaderValue({ value: media, params })}; name="${encodeWords(quotable(name), 'Q', 52, true)}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${buildHeaderValue({ value: 'attachment', params: { filename: name } })}`,
  ];
  return `--${MIXED}\r\n${lines.map((line) => foldLines(line, LINE)).join('\r\n')}\r\n\r\n`;
}

/** Replaces characters whose escapes few mail readers understand. */
const quotable = (name: string): string => name.replace(/["\\]/g, '_');

const TAIL = `--${MIXED}--\r\n`;

const encodedLength = (bytes: number): number => {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + 2 * Math.ceil(characters / LINE);
};

/** The offset of each attachment among the encoded ones, and their total length. */
export function placeAttachments(files: readonly Attachment[]): {
  readonly placed: readonly PlacedAttachment[];
  readonly bytes: number;
} {
  let at = 0;
  const placed = files.map(({ name, type, bytes }) => {
    at += Buffer.byteLength(headOf({ name, type, bytes }));
    const one = { name, type, bytes, at, length: encodedLength(bytes) };
    at += one.length;
    return one;
  });
  return { placed, bytes: at + TAIL.length };
}

/** Follows a mail's texts in `multipart/mixed`. Attachments are encoded once, when they are stored, and copied at each attempt. */
export async function* encodedAttachments(files: readonly AttachmentFile[]): AsyncGenerator<Buffer> {
  for (const file of files) {
    yield Buffer.from(headOf(file), 'latin1');
    yield* encodedFile(file);
  }
  yield Buffer.from(TAIL, 'latin1');
}

async function* encodedFile({ path, bytes }: AttachmentFile): AsyncGenerator<Buffer> {
  const handle = await open(path);
  try {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, bytes));
    for (let done = 0; done < bytes; ) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, bytes - done), done);
      if (bytesRead === 0) throw new Error('the file of an attachment was truncated during reading');
      done += bytesRead;
      // Only the last read is short: a piece is whole lines.
      yield Buffer.from(piece.toString('base64', 0, bytesRead).replace(/.{1,76}/g, '$&\r\n'), 'latin1');
    }
  } finally {
    await handle.close();
  }
}
