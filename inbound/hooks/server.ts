import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connectionsEach, httpTimes, shareConnections } from '../../common/config/connection-shares.ts';
import { listenAtStart, stopListening } from '../../common/config/listen.ts';
import type { Config } from '../../common/config.ts';
import { createProxyWarning } from '../../common/start/proxy-warning.ts';
import { type AnswerParts, answerTo, failureAnswer } from './answers.ts';

export type HookServer = Awaited<ReturnType<typeof startHookServer>>;

/** Connections at once: each may hold a body. */
const CONNECTIONS = 100;
const REQUEST_MS = 30_000;
/** Milliseconds for a client to read an answer that came before its whole body was read. */
const LINGER_MS = 1000;

/** `POST /hooks/<provider>` for the configured providers. It answers 200 once all events of a request are stored. */
export async function startHookServer(config: Config, parts: AnswerParts) {
  const { hooks, log } = parts;
  const warn = createProxyWarning(config.trustProxy, log);
  const server = createServer(httpTimes(config, REQUEST_MS), (request, response) => {
    warn(request);
    void respond(request, response, parts, config.trustProxy).catch((error: unknown) => {
      log.error({ err: error }, 'provider request not answered; its connection is closed');
      response.destroy();
    });
  });
  shareConnections(
    server,
    { total: CONNECTIONS, each: connectionsEach(CONNECTIONS, config.trustProxy) },
    true,
  );
  server.setTimeout(2 * REQUEST_MS);
  const { host, port: wanted } = config.inbound.hooks;
  const port = await listenAtStart(server, host, wanted, { host: 'INBOUND_HOST', port: 'INBOUND_PORT' });
  log.info({ port, hooks: [...hooks.keys()] }, 'hook server started');
  return {
    port,
    /** Takes no more requests, and aborts the remaining ones after so many milliseconds. */
    close: (milliseconds: number): Promise<void> => stopListening(server, milliseconds),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  parts: AnswerParts,
  trustProxy: number,
): Promise<void> {
  // A destroyed request has no socket.
  const { socket } = request;
  // A client that disconnected in the middle of its body needs no answer.
  const answer = await answerTo(request, parts, trustProxy).catch((error: unknown) =>
    request.destroyed && !request.complete ? null : failureAnswer(error, request.url, parts.log),
  );
  if (answer === null || response.destroyed) return;
  const [status, message, headers] = answer;
  const unread = !request.complete;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(unread && { Connection: 'close' }),
    ...headers,
  });
  response.end(JSON.stringify({ status: status < 300 ? 'success' : 'failed', message }));
  if (unread) setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
