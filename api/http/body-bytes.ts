import type { IncomingMessage } from 'node:http';
import { Failure, malformed, tooLarge } from './failures.ts';

/** Milliseconds that a body may be silent, and that its beginning may take at any pace. */
const SILENCE_MS = 10_000;
/** Bytes a millisecond that a body must reach after that. A fast connection of 64 kbit/s has as many. */
const PACE = 8;

const tooSlow = (): Failure => new Failure(408, 'Request Timeout', { Connection: 'close' });

export interface BodyBounds {
  /** Bytes of the whole body. */
  readonly most: number;
  /** Whether a body that is slow or silent is refused, so that its memory is returned. */
  readonly paced: boolean;
}

/** The bytes of a body as they come. Throws a 413 beyond `most` bytes, a 408 if it is too slow, a 400 if the client breaks off. */
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

/** Bytes with which a body of undeclared length begins. */
const FIRST_BYTES = 4096;

/** Bytes that arrive in pieces, in one buffer: a body of many tiny pieces would take a hundred times its bytes. */
export class GrowingBuffer {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Adds a piece, or a part of it. */
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

  /** The bytes so far. They are those of the next ones after `clear`. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** The bytes of a whole body. */
export async function bytesOf(
  request: IncomingMessage,
  bounds: BodyBounds,
  declared?: number,
): Promise<Buffer> {
  const gathered = new GrowingBuffer(declared);
  for await (const piece of piecesOf(request, bounds)) gathered.add(piece);
  return gathered.bytes;
}
