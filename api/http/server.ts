import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { failed } from './envelope.ts';

/** Node answers these itself, without a body or in text. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** An HTTP server for the app that answers even what is no HTTP in the contract's envelope. */
export function createHttpServer(app: Koa): Server {
  // An upload of 500 MiB may take its time; headers may not (reliability 3.3).
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 600_000,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 5000,
    },
    app.callback(),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, text] = REFUSALS[error.code ?? ''] ?? [400, 'Bad Request'];
    const body = JSON.stringify(failed(text));
    socket.end(
      `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

/** Listens; answers the port, which is a free one when 0 is asked for. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
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
