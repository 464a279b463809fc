import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on a port of the loopback. What has no handler is a 404. */
export interface WebServer {
  readonly url: string;
  readonly port: number;
  /** `HEAD /path` of each request, with its host. */
  readonly asked: { readonly line: string; readonly host: string }[];
  on(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startWebServer(): Promise<WebServer> {
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const asked: WebServer['asked'] = [];
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, host: request.headers.host ?? '' });
    const handler = handlers.get(request.url!);
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    on: (path, handler) => void handlers.set(path, handler),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with this status. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end();
  };
