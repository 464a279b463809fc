import { createHash, type Hash } from 'node:crypto';
import { BSON } from 'mongodb';

/**
 * A backup file is a gzip of frames. A frame is a letter and a BSON document. `H` is the head, `C` starts a collection, `D` is one of its
 * documents exactly as stored, `E` ends the collection with the number of its documents, `S` is the SHA-256 of all bytes before it. A file
 * without `S` is incomplete.
 */
export const FORMAT = 'mailing-service-backup';
export const FORMAT_VERSION = 1;

export interface Head {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** A program restores backups of its own schema version and of older ones. */
  readonly schema_version: number;
  readonly taken_at: Date;
  /** `snapshot`: everything as of one instant; `stopped`: read while no process wrote. */
  readonly consistency: 'snapshot' | 'stopped';
  /** Shows whether another APP_SECRET is in use; links in sent mails would then fail. It does not reveal the secret. */
  readonly secret_mark: string;
}

export type FrameKind = 'H' | 'C' | 'D' | 'E' | 'S';
export interface Frame {
  readonly kind: FrameKind;
  readonly bytes: Buffer;
}

const KINDS = new Set<string>(['H', 'C', 'D', 'E', 'S']);
/** MongoDB's largest documents have a little over 16 MiB. */
const MOST_BYTES = 17 * 2 ** 20;

/** The file is not a backup of this service, was made by a newer version, or is damaged. */
export class BadBackup extends Error {}

export const broken = (): BadBackup => new BadBackup('The file is damaged or incomplete.');
export const foreign = (): BadBackup => new BadBackup('The file is not a backup of this service.');

export const frame = (kind: FrameKind, document: Buffer | object): Buffer =>
  Buffer.concat([
    Buffer.from(kind, 'latin1'),
    Buffer.isBuffer(document) ? document : BSON.serialize(document),
  ]);

export const newDigest = (): Hash => createHash('sha256');

/** Throws {@link BadBackup} for invalid BSON: the digest is checked only at the end of the file. */
export function readDocument({ bytes }: Frame, options: BSON.DeserializeOptions = {}): unknown {
  try {
    return BSON.deserialize(bytes, options);
  } catch {
    throw broken();
  }
}

/** Keeps the number types: an integer stays an integer, a double stays a double. */
export const readExactly = (one: Frame): BSON.Document =>
  readDocument(one, { promoteValues: false }) as BSON.Document;

/** Checks the digest while it holds at most one frame and one chunk. Throws {@link BadBackup} for incomplete or wrong bytes. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const digest = newDigest();
  let held: Buffer = Buffer.alloc(0);
  let sealed = false;
  let first = true;
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= 5) {
      if (sealed) throw broken();
      const length = held.readInt32LE(at + 1);
      const kind = String.fromCharCode(held[at]!);
      if (!KINDS.has(kind) || length < 5 || length > MOST_BYTES) throw first ? foreign() : broken();
      if (held.length - at < 1 + length) break;
      const whole = held.subarray(at, at + 1 + length);
      const one: Frame = { kind: kind as FrameKind, bytes: whole.subarray(1) };
      if (one.kind === 'S') {
        sealed = true;
        if ((readDocument(one) as { sha256: string }).sha256 !== digest.digest('hex')) throw broken();
      } else digest.update(whole);
      first = false;
      yield one;
      at += 1 + length;
    }
    held = held.subarray(at);
  }
  if (!sealed || held.length > 0) throw broken();
}
