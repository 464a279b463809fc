import type { IncomingMessage } from 'node:http';
import { Failure, malformed, tooLarge } from './failures.ts';

/** Milliseconds without bytes after which a body is refused. The minimum pace also applies only after this time. */
const SILENCE_MS = 10_000;
/** The minimum pace in bytes per millisecond: 64 kbit/s. */
const PACE = 8;

const tooSlow = (): Failure => new Failure(408, 'Request Timeout', { Connection: 'close' });

export interface BodyBounds {
  readonly most: number;
  /** Refuse a slow or silent body, so that its memory is released. */
  readonly paced: boolean;
}

/** The bytes of a body. Throws a 413 beyond `most` bytes, a 408 for a slow body, a 400 when the client disconnects. */
export async function* piecesOf(
  request: IncomingMessage,
  { most, paced }: BodyBounds,
): AsyncGenerator<Buffer, void, undefined> {
  // Destroying the request would close the connection before the refusal is written.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  const began = performance.now();
  let bytes = 0;
  const isSlow = (): boolean => performance.now() - began > SILENCE_MS + bytes / PACE;
  try {
    for (;;) {
      const silence = paced && setTimeout(() => request.emit('error', tooSlow()), SILENCE_MS);
      const { value: piece } = await pieces.next().finally(() => silence && clearTimeout(silence));
      if (!piece) return;
      bytes += piece.length;
      if (bytes > most) throw tooLarge();
      if (paced && isSlow()) throw tooSlow();
      yield piece;
    }
  } catch (error) {
    throw error instanceof Failure ? error : malformed();
  } finally {
    await pieces.return?.();
  }
}

const FIRST_BYTES = 4096;

/** Collects all pieces in one buffer: separate tiny pieces would take a hundred times the size of the body. */
export class GrowingBuffer {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  add(piece: Buffer, start = 0, end = piece.length): void {
    const needed = this.#length + end - start;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#length, start, end);
    this.#length = needed;
  }

  clear(): void {
    this.#length = 0;
  }

  /** A view, not a copy: bytes added after `clear` overwrite it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

export async function bytesOf(
  request: IncomingMessage,
  bounds: BodyBounds,
  declared?: number,
): Promise<Buffer> {
  const gathered = new GrowingBuffer(declared);
  for await (const piece of piecesOf(request, bounds)) gathered.add(piece);
  return gathered.bytes;
}
