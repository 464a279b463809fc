import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Milliseconds before the pace of a body is checked, because a phone's connection may start slowly. */
const GRACE_MS = 20_000;
/** Average bytes per second that a body must then reach: a tenth of the slowest mobile network. */
const PACE = 500;
const LOOK_MS = 2000;

interface IncomingBody {
  readonly response: ServerResponse;
  readonly since: number;
  readonly read: number;
}

/** Closes connections with slow bodies. Node limits only the whole request, which may take long for 500 MiB or an unread body. */
export function cutSlowBodies(server: Server, grace = GRACE_MS): void {
  const open = new Map<IncomingMessage, IncomingBody>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' || request.complete) return;
    open.set(request, { response, since: performance.now(), read: request.socket.bytesRead });
    request.once('close', () => open.delete(request));
  });
  const timer = setInterval(
    () => {
      const at = performance.now();
      for (const [request, incoming] of open) {
        if (request.complete) open.delete(request);
        else if (isSlow(request, incoming, at, grace)) cut(server, request, incoming.response);
      }
    },
    Math.min(LOOK_MS, grace),
  ).unref();
  server.once('close', () => clearInterval(timer));
}

function isSlow(request: IncomingMessage, { since, read }: IncomingBody, at: number, grace: number): boolean {
  const elapsed = at - since;
  return elapsed > grace && (request.socket.bytesRead - read) / (elapsed / 1000) < PACE;
}

function cut(server: Server, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.socket.destroy();
  else {
    const timeout = Object.assign(new Error('body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timeout, request.socket);
  }
}
