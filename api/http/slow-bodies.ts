import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Milliseconds until a body's pace is looked at: a phone's connection may take its time to find. */
const GRACE_MS = 20_000;
/** Bytes a second that a body has to come at from then on, on the whole: a tenth of the slowest mobile network's. */
const PACE = 500;
/** Milliseconds between looks. */
const LOOK_MS = 2000;

interface Incoming {
  readonly response: ServerResponse;
  readonly since: number;
  readonly read: number;
}

/**
 * Cuts connections whose body drips in. Node bounds the whole of a request alone (`requestTimeout`), which an upload
 * of 500 MiB needs to be long; a body that nobody reads, as its keys are wrong, could hold a connection as long.
 */
export function cutSlowBodies(server: Server, grace = GRACE_MS): void {
  const open = new Map<IncomingMessage, Incoming>();
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

function isSlow(request: IncomingMessage, { since, read }: Incoming, at: number, grace: number): boolean {
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
