import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { failed } from './envelope.ts';
import { lingerOnClose } from './linger.ts';
import { cutSlowBodies } from './slow-bodies.ts';

/** Node answers these itself, without a body or in text. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Milliseconds that a connection may be silent in the midst of a request, or its client of an answer. */
const SILENCE_MS = 300_000;
/** Milliseconds that a client gets to take a refusal in, and to hang up, before we do. */
const LINGER_MS = 1000;

/**
 * An HTTP server for the app that answers even what is no HTTP in the contract's envelope, and that no slow client
 * can keep from others: it closes connections beyond `maxConnections` at once.
 */
export function createHttpServer(app: Koa, maxConnections = Number.POSITIVE_INFINITY): Server {
  const answer = app.callback();
  const server = createServer(
    {
      // An upload of 500 MiB may take its time; headers may not (reliability 3.3).
      headersTimeout: 10_000,
      requestTimeout: 600_000,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 5000,
      // Refused below, as it must be (RFC 9112, 3.2): Node would do so without a body.
      requireHostHeader: false,
    },
    (request, response) => {
      const hasHost = request.headers.host !== undefined || request.httpVersion === '1.0';
      if (hasHost) void answer(request, response);
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
    const body = JSON.stringify(failed(text));
    socket.end(
      `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\n` +
        `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    );
    // Its own half would stay open for as long as the client likes.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  server.setTimeout(SILENCE_MS);
  server.maxConnections = maxConnections;
  cutSlowBodies(server);
  lingerOnClose(server);
  return server;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  const body = JSON.stringify(failed(text));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(body);
}

/** Listens on an address, or on all of them; answers the port, which is a free one when 0 is asked for. */
export async function listen(server: Server, host: string | null, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host !== null && { host }) }, () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Takes no more connections, lets the answers under way end, and cuts what still stands after `deadline` ms. */
export async function stopListening(server: Server, deadline: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), deadline);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
