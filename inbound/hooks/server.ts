import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefused } from '../../common/config/start-refusal.ts';
import type { Config } from '../../common/config.ts';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import type { Limiter } from '../../common/rates/limiter.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { countRefused } from '../metrics.ts';
import type { Receiver } from '../receiver.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { Unfetched } from './fetch-text.ts';
import { StoreOfHooksAway } from './first-use.ts';
import type { Hook } from './hook.ts';

export interface HookServer {
  readonly port: number;
  /** Takes no more requests, and cuts those that are left after so many milliseconds. */
  close(milliseconds: number): Promise<void>;
}

/** Bytes of a request. */
export const BODY_BYTES = 2 ** 20;
/** Connections at once: each may hold a body. */
const CONNECTIONS = 100;
/** Milliseconds in which a request must have come. */
const REQUEST_MS = 30_000;
/** Milliseconds that a client has to read an answer that came before its body had been read. */
const LINGER_MS = 1000;

interface Parts {
  /** By the last part of their path. */
  readonly hooks: ReadonlyMap<string, Hook>;
  readonly limiter: Limiter;
  readonly receiver: Receiver;
  readonly log: Logger;
}

/** An answer: a status, a text, and further headers. */
type Answer = readonly [status: number, message: string, headers?: Readonly<Record<string, string>>];

const PATH = /^\/hooks\/([a-z]{1,20})$/;

/** `POST /hooks/<provider>` for the providers that are configured. It answers 200 once all events of a request are stored. */
export async function startHookServer(
  config: Config,
  { hooks, limiter, receiver, log }: Parts,
): Promise<HookServer> {
  const { host, port } = config.inbound.hooks;

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const hook = hooks.get(PATH.exec(path)?.[1] ?? '');
    if (!hook) return [404, 'Not Found'];
    if (request.method !== 'POST') return [405, 'Method Not Allowed', { Allow: 'POST' }];
    const { source } = hook;
    const wait = await limiter.take(network(clientAddress(request, config.trustProxy)));
    if (wait > 0) {
      countRefused(source, 'rate');
      return [429, 'Too Many Requests', { 'Retry-After': String(wait) }];
    }
    const body = await readBody(request, BODY_BYTES);
    if (body === null) {
      countRefused(source, 'size');
      return [413, `A body has at most ${BODY_BYTES} bytes`];
    }
    const reading = await hook.read({ headers: request.headers, body });
    if ('refused' in reading) {
      countRefused(source, reading.refused);
      log.debug({ source, because: reading.because }, 'a request of a provider is refused');
      return [reading.refused === 'signature' ? 401 : 400, reading.because];
    }
    await receiver.events(source, reading.events);
    return [200, 'Stored'];
  }

  function answerOf(error: unknown, path: string | undefined): Answer {
    if (isStoreAway(error)) mongodbAway(error, log);
    else if (error instanceof Unfetched) log.warn({ err: error }, 'Amazon SNS does not answer');
    else if (!(error instanceof StoreOfHooksAway)) {
      log.error({ err: error, path }, 'events of a provider could not be taken');
      return [500, 'Internal Server Error'];
    }
    return [503, 'The events can not be stored now', { 'Retry-After': '5' }];
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A request that was destroyed has none.
    const { socket } = request;
    // A client that went away in the middle of its body has no use for an answer.
    const [status, message, headers] = (await answerTo(request).catch((error: unknown) =>
      request.destroyed && !request.complete ? null : answerOf(error, request.url),
    )) ?? [0, ''];
    if (status === 0 || response.destroyed) return;
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

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 2000,
    },
    (request, response) =>
      void respond(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a request could not be answered');
        response.destroy();
      }),
  );
  server.maxConnections = CONNECTIONS;
  server.setTimeout(2 * REQUEST_MS);
  const listening = once(server, 'listening');
  server.listen({ port, ...(host !== null && { host }) });
  await listening.catch((error: Error) => {
    throw new StartRefused(`INBOUND_PORT ${port} can not be listened on: ${error.message}`);
  });
  const { port: given } = server.address() as AddressInfo;
  log.info({ port: given, hooks: [...hooks.keys()] }, 'the hooks of providers listen');

  return {
    port: given,
    async close(milliseconds) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
