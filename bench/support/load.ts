import { connect } from 'node:net';

/** One kind of request, again and again. */
export interface Load {
  readonly origin: string;
  readonly path: () => string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Requests a second that so many clients get answered, each with one at a time on a connection of its own; throws where
 * one is not answered 200. By bare sockets: the client of Node costs more CPU a request than what it asks, and they share
 * the cores.
 */
export async function rateOf(load: Load, clients: number, milliseconds: number): Promise<number> {
  const started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, () => askUntil(load, started + milliseconds)),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - started);
}

/** Whether a server answers at all, waited for. */
export async function answering(load: Load): Promise<void> {
  for (;;) {
    try {
      await askUntil(load, performance.now());
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Asks at least once, and on until the time is over; answers how often. */
function askUntil({ origin, path, headers = {} }: Load, end: number): Promise<number> {
  const { hostname, port } = new URL(origin);
  const fixed = Object.entries({ Host: `${hostname}:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let [asked, count] = ['', 0];
    let waiting: Buffer | null = null;
    const ask = (): void => {
      asked = path();
      socket.write(`GET ${asked} HTTP/1.1\r\n${fixed}\r\n`);
    };
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setNoDelay().on('connect', ask).on('error', fail);
    socket.on('close', () => fail(new Error(`${asked}: the line was closed`)));
    socket.on('data', (bytes: Buffer) => {
      const answer: Buffer = waiting ? Buffer.concat([waiting, bytes]) : bytes;
      const length = lengthOf(answer);
      if (length === null || answer.length < length) {
        waiting = answer;
        return;
      }
      waiting = null;
      if (!answer.subarray(0, 12).equals(OK))
        return fail(new Error(`${asked}: ${answer.toString('latin1', 0, 200)}`));
      count += 1;
      if (performance.now() < end) return ask();
      socket.removeAllListeners('close').end();
      resolve(count);
    });
  });
}

const OK = Buffer.from('HTTP/1.1 200');

/** Bytes of the whole answer; null while its head is not there. */
function lengthOf(answer: Buffer): number | null {
  const body = answer.indexOf('\r\n\r\n');
  if (body === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, body))?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return body + 4 + Number(length);
}
