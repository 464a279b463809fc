import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import type { Stack } from '../../../bench/support/stack.ts';
import type { KeyPair } from '../../../common/accounts/key-pairs.ts';

export interface Uploaded {
  readonly status: number;
  readonly body: string;
  /** Bytes of the file that were sent before the answer arrived. */
  readonly sent: number;
  readonly ms: number;
}

const BOUNDARY = 'boundary-of-a-bomb';
const END = `\r\n--${BOUNDARY}--\r\n`;

const HEAD =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="contact_type_id"\r\n\r\n1\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bomb.csv"\r\nContent-Type: text/csv\r\n\r\n`;

/** Milliseconds that a client waits for an early answer that may be under way, on a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * Uploads a file of any size to contact type 1; the file is generated while it is sent. `bytes` is declared in advance, or
 * nothing is when it is null. An answer ends the upload, as with a client that checks for one. With `waits` the client sends
 * only a first part before it checks for an answer.
 */
export async function upload(
  { origin, keys }: Pick<Stack, 'origin'> & { keys: KeyPair },
  file: AsyncIterable<Buffer>,
  bytes: number | null,
  waits = false,
): Promise<Uploaded> {
  const began = performance.now();
  const before = Buffer.from(HEAD);
  const asked = request(`${origin}/api/contacts/upload-csv`, {
    method: 'POST',
    headers: {
      PublicKey: keys.public_key,
      SecretKey: keys.secret_key,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(bytes !== null && { 'Content-Length': before.length + bytes + END.length }),
    },
  });
  let sent = 0;
  let answered = false;
  async function* body(): AsyncGenerator<Buffer> {
    yield before;
    for await (const chunk of file) {
      if (waits && sent > 0) await Promise.race([answer, delay(PATIENCE_MS, undefined, { ref: false })]);
      // Where the server takes bytes at once, this loop alone would keep the client from seeing the answer.
      await immediate();
      if (answered) return;
      sent += chunk.length;
      yield chunk;
    }
    yield Buffer.from(END);
  }
  const response = once(asked, 'response').then(async ([came]) => {
    answered = true;
    const message = came as IncomingMessage;
    return { status: message.statusCode ?? 0, body: await text(message) };
  });
  // Status 0: the server closed the connection without a readable answer.
  const hungUp = once(asked, 'error').then(([error]) => ({ status: 0, body: String(error) }));
  const answer = Promise.race([response.catch(() => hungUp), hungUp]);
  const stream = Readable.from(body(), { objectMode: false, highWaterMark: 2 ** 20 });
  asked.on('error', () => stream.destroy());
  stream.on('error', () => {});
  stream.pipe(asked);
  const given = await answer;
  stream.destroy();
  asked.destroy();
  return { ...given, sent, ms: Math.round(performance.now() - began) };
}

/** Generates so many bytes of a repeated text, a megabyte at a time. */
export async function* repeated(
  header: string,
  line: (at: number) => string,
  bytes: number,
): AsyncGenerator<Buffer> {
  yield Buffer.from(header);
  let left = bytes - Buffer.byteLength(header);
  for (let at = 0; left > 0; ) {
    let made = '';
    while (made.length < 2 ** 20) made += line(at++);
    const chunk = Buffer.from(made, 'latin1').subarray(0, left);
    left -= chunk.length;
    yield chunk;
  }
}
