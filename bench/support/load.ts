import { connect } from 'node:net';

/** A kind of request that is repeated. */
export interface Load {
  readonly origin: string;
  readonly path: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of each answer; by default 200. */
  readonly status?: number;
  /** Gets the milliseconds until each answer. */
  readonly took?: (milliseconds: number) => void;
}

/**
 * Requests a second for a number of clients, each with one request at a time on its own connection. Throws when an answer has
 * another status. It uses bare sockets: Node's HTTP client takes more CPU for a request than the server, and both share the cores.
 */
export async function rateOf(load: Load, clients: number, milliseconds: number): Promise<number> {
  const started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, () => askUntil(load, started + milliseconds)),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - started);
}

/** Waits until the server answers. */
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

/** Asks at least once, and until the time is over; returns how often. */
function askUntil({ origin, path, headers = {}, status = 200, took }: Load, end: number): Promise<number> {
  const { hostname, port } = new URL(origin);
  const fixed = Object.entries({ Host: `${hostname}:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const wanted = Buffer.from(`HTTP/1.1 ${status}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let [asked, count, since] = ['', 0, 0];
    let waiting: Buffer | null = null;
    const ask = (): void => {
      asked = path();
      since = performance.now();
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
      if (!answer.subarray(0, wanted.length).equals(wanted))
        return fail(new Error(`${asked}: ${answer.toString('latin1', 0, 200)}`));
      count += 1;
      took?.(performance.now() - since);
      if (performance.now() < end) return ask();
      socket.removeAllListeners('close').end();
      resolve(count);
    });
  });
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** Length of the whole answer in bytes; null while that is not known. */
function lengthOf(answer: Buffer): number | null {
  const body = answer.indexOf('\r\n\r\n');
  if (body === -1) return null;
  const head = answer.toString('latin1', 0, body);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? answer.length : null;
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return body + 4 + Number(length);
}
