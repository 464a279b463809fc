import { createHash, type Hash } from 'node:crypto';
import { BSON } from 'mongodb';

/**
 * A backup file is gzip of frames: a letter and a BSON document. `H` is the head, `C` begins a collection, `D` is one of
 * its documents as it was stored, `E` ends it with the number of them, `S` is the SHA-256 of all bytes before it. A file
 * without its `S` broke off.
 */
export const FORMAT = 'mailing-service-backup';
export const FORMAT_VERSION = 1;

export interface Head {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The store's; a program restores its own version and older ones. */
  readonly schema_version: number;
  readonly taken_at: Date;
  /** `snapshot`: all of one instant; `stopped`: read while nobody wrote. */
  readonly consistency: 'snapshot' | 'stopped';
  /** Tells whether the links of mails that are out work with another APP_SECRET; it can't be read from this. */
  readonly secret_mark: string;
}

export type FrameKind = 'H' | 'C' | 'D' | 'E' | 'S';
export interface Frame {
  readonly kind: FrameKind;
  readonly bytes: Buffer;
}

const KINDS = new Set<string>(['H', 'C', 'D', 'E', 'S']);
/** Larger than any document that MongoDB stores (16 MiB and some). */
const MOST_BYTES = 17 * 2 ** 20;

/** The file is none of ours, is of a newer version, or is damaged. */
export class BadBackup extends Error {}

export const broken = (): BadBackup =>
  new BadBackup('The file is damaged, or broke off while it was written.');
export const foreign = (): BadBackup => new BadBackup('The file is no backup of this service.');

export const frame = (kind: FrameKind, document: Buffer | object): Buffer =>
  Buffer.concat([
    Buffer.from(kind, 'latin1'),
    Buffer.isBuffer(document) ? document : BSON.serialize(document),
  ]);

/** What a backup's digest is made of. */
export const newDigest = (): Hash => createHash('sha256');

export const readDocument = ({ bytes }: Frame): unknown => BSON.deserialize(bytes);

/** A document with its numbers as they were stored: an integer comes back as one, and a double as a double. */
export const readExactly = ({ bytes }: Frame): BSON.Document =>
  BSON.deserialize(bytes, { promoteValues: false });

/**
 * Takes bytes apart into frames, holding no more than one and a chunk; checks the digest as it goes. Throws
 * {@link BadBackup} at anything that is not whole.
 */
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
