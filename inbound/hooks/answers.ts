import type { IncomingMessage } from 'node:http';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import type { Limiter } from '../../common/rates/limiter.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { countRefused } from '../metrics.ts';
import type { Receiver } from '../receiver.ts';
import { FetchFailure } from './fetch-text.ts';
import { StoreOfHooksAway } from './first-use.ts';
import type { Hook } from './hook.ts';

const BODY_BYTES = 2 ** 20;

export interface AnswerParts {
  readonly hooks: ReadonlyMap<string, Hook>;
  readonly limiter: Limiter;
  readonly receiver: Receiver;
  readonly log: Logger;
}

export type HookAnswer = readonly [
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
];

const PATH = /^\/hooks\/([a-z]{1,20})$/;

/** The answer to a request: 200 once all its events are stored. Rejects as `Hook.read` and `Receiver.events` do. */
export async function answerTo(
  request: IncomingMessage,
  { hooks, limiter, receiver, log }: AnswerParts,
  trustProxy: number,
): Promise<HookAnswer> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const hook = hooks.get(PATH.exec(path)?.[1] ?? '');
  if (!hook) return [404, 'Not Found'];
  if (request.method !== 'POST') return [405, 'Method Not Allowed', { Allow: 'POST' }];
  const { source } = hook;
  const wait = await limiter.take(network(clientAddress(request, trustProxy)));
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
    log.debug({ source, reason: reading.because }, 'provider request refused');
    return [reading.refused === 'signature' ? 401 : 400, reading.because];
  }
  await receiver.events(source, reading.events);
  return [200, 'Stored'];
}

export function failureAnswer(error: unknown, path: string | undefined, log: Logger): HookAnswer {
  if (isStoreAway(error)) mongodbAway(error, log);
  else if (error instanceof FetchFailure)
    log.warn({ err: error }, 'Amazon SNS does not answer; the provider request is answered with 503');
  else if (!(error instanceof StoreOfHooksAway)) {
    log.error({ err: error, path }, 'provider events not stored; the request is answered with 500');
    return [500, 'Internal Server Error'];
  }
  return [503, 'The events cannot be stored now', { 'Retry-After': '5' }];
}

/** The unchanged body of a request; null if it is longer than `most` bytes; then the rest is not read. */
async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // A destroyed request cannot be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Addresses of a header that are read: no chain has more proxies. */
const MOST = 50;

/** The address of the connection, or the one that the outermost of `trustProxy` proxies wrote into `X-Forwarded-For`. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return own;
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .slice(-4096)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(-MOST);
  return forwarded.at(-Math.min(trustProxy, forwarded.length)) ?? own;
}
