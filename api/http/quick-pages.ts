import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import { loggedAddress } from './client-address.ts';
import { logAnswer } from './errors.ts';
import { answersOf } from './metrics.ts';
import { securityHeaderList } from './security-headers.ts';

/** The parts of a request that a page reads. A Koa context has them. */
export interface PageRequest {
  readonly headers: IncomingMessage['headers'];
  /** The address of the client, as Koa finds it. */
  readonly ip: string;
}

/** A page for a token that mail programs fetch many times a second, and whose answer is in memory. */
export interface QuickPage {
  /** As the router has it, with one token at its end: `/o/:token`. */
  readonly route: `/${string}/:token`;
  readonly status: number;
  /** Headers of these answers, in place of the headers that other answers have. */
  readonly headers: Readonly<Record<string, string>>;
  /** `body` has a character for each byte. Null: Koa answers, as the page is not in memory, or is refused. Nothing was counted then. */
  answer(token: string, request: PageRequest): { readonly location?: string; readonly body?: string } | null;
}

/** Other forms of these paths, and other tokens, are answered by Koa. */
const PATH = /^(\/\w+\/)([\w-]{40})$/;

/**
 * Answers GET of {@link QuickPage}s without Koa: the same answer with the same headers, log line and metrics, at about half of the CPU time.
 * Returns false for all other requests, and has done nothing then.
 */
export function createQuickPages(
  pages: readonly QuickPage[],
  app: Koa,
  { publicUrl, logAddresses }: Pick<Config, 'publicUrl' | 'logAddresses'>,
  log: Logger,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const known = new Map(
    pages.map((page) => [
      page.route.slice(0, -':token'.length),
      {
        page,
        headers: headersOf([...securityHeaderList(publicUrl), ['Cache-Control', 'no-store']], page.headers),
        measured: answersOf('GET', page.route, page.status),
      },
    ]),
  );
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
    const path = PATH.exec(request.url!);
    const found = path && known.get(path[1]!);
    if (!found) return false;
    const started = performance.now();
    const { page, headers, measured } = found;
    const { ip } = koaRequest(app, request);
    const made = page.answer(path[2]!, { headers: request.headers, ip });
    if (!made) return false;
    const { location, body = '' } = made;
    const id = randomUUID();
    response.writeHead(page.status, [
      ...headers,
      'X-Request-Id',
      id,
      'Content-Length',
      String(body.length),
      ...(location === undefined ? [] : ['Location', location]),
    ]);
    // Node writes a text and the headers at once.
    response.end(body, 'latin1');
    const ms = performance.now() - started;
    measured.observe(ms / 1000);
    logAnswer(log, () => ({
      request_id: id,
      method: 'GET',
      route: page.route,
      status: page.status,
      user_id: null,
      address: loggedAddress({ ip }, logAddresses),
      ms: Math.round(ms),
    }));
    return true;
  }
  return (request, response) => {
    try {
      return answer(request, response);
    } catch {
      // An error here would end the process. Koa meets it again, and writes it to the log.
      if (!response.headersSent) return false;
      response.destroy();
      return true;
    }
  };
}

/** Names and values by turns, as `writeHead` takes them. */
function headersOf(
  all: readonly (readonly [name: string, value: string])[],
  own: QuickPage['headers'],
): readonly string[] {
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  return [...all.filter(([name]) => !replaced.has(name.toLowerCase())), ...Object.entries(own)].flat();
}

/** Koa's own view of a request, which knows how far a proxy is trusted. */
function koaRequest(app: Koa, req: IncomingMessage): Koa.Request {
  const request = Object.create(app.request) as Koa.Request;
  request.app = app;
  request.req = req;
  return request;
}
