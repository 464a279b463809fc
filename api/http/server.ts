import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import {
  type ConnectionBounds,
  httpTimes,
  type KeepingTimes,
  shareConnections,
} from '../../common/config/connection-shares.ts';
import { codeOfStatus } from './codes.ts';
import { failed } from './envelope.ts';
import { cutSlowBodies } from './slow-bodies.ts';
import { joinTinyChunks } from './tiny-chunks.ts';

/** Errors that Node would answer without a body or in plain text. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

const refusalBody = (status: number, text: string): string =>
  JSON.stringify(failed({ errors: text, code: codeOfStatus(status) }));

const rawRefusals = new Map<number, Buffer>();

function rawRefusal(status: number, text: string): Buffer {
  const known = rawRefusals.get(status);
  if (known) return known;
  const body = refusalBody(status, text);
  const made = Buffer.from(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
  rawRefusals.set(status, made);
  return made;
}

const SILENCE_MS = 300_000;
/** Milliseconds that a client has to read an answer and close the connection. */
const LINGER_MS = 1000;

/** An upload of 500 MiB may take minutes. */
const REQUEST_MS = 600_000;

const UNBOUNDED: ConnectionBounds = { total: Number.POSITIVE_INFINITY, each: Number.POSITIVE_INFINITY };

/** The HTTP server. Invalid HTTP gets an answer in the envelope, too. A connection beyond its share is closed at once. */
export function createHttpServer(
  answer: RequestListener,
  connections = UNBOUNDED,
  times: KeepingTimes = { keepAliveMs: 5000, trustProxy: 0 },
): Server {
  const server = createServer(
    {
      ...httpTimes(times, REQUEST_MS),
      // The handler refuses a missing or repeated host header, as RFC 9112 (3.2) requires; Node's refusal has no body.
      requireHostHeader: false,
    },
    (request, response) => {
      joinTinyChunks(request);
      if (hasOneHost(request)) answer(request, response);
      else refuse(response, 400, 'Bad Request');
    },
  );
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    refuse(response, 417, 'Expectation Failed');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || socket.writableEnded || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, text] = REFUSALS[error.code ?? ''] ?? [400, 'Bad Request'];
    // Thousands of silent connections may be closed in the same turn of the event loop.
    socket.end(rawRefusal(status, text));
    // Otherwise our half of the connection stays open as long as the client wants.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  server.setTimeout(SILENCE_MS);
  shareConnections(server, connections, false);
  cutSlowBodies(server);
  lingerOnClose(server);
  return server;
}

/**
 * Closes connections in two steps (RFC 9112, 9.6): ends our side, then discards what the client sends for a second. Node would close at
 * once, and the client of an oversized upload would get a reset before the 413.
 */
function lingerOnClose(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket.destroySoon = () => {
      if (socket.writable) socket.end();
      const cut = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(cut));
    };
  });
}

/** Node drops a second host header from `headers`. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function refuse(response: ServerResponse, status: number, text: string): void {
  const body = refusalBody(status, text);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(body);
}
