import '../../common/metrics/sending.ts';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Context, Next } from 'koa';
import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '../../common/metrics/registry.ts';
import type { FailureCode } from './codes.ts';

const seconds = new Histogram({
  name: 'mailing_http_request_duration_seconds',
  help: 'How long requests took until their answer began, by method, route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const failed = new Counter({
  name: 'mailing_failed_requests_total',
  help: 'Answers that are failures, by code: rate and busy are the 429s',
  labelNames: ['code'],
  registers: [registry],
});

export const countFailure = (code: FailureCode): void => failed.inc({ code });

export const tmpdirUsed = new Gauge({
  name: 'mailing_tmpdir_used_ratio',
  help: 'The used part of the disk of TMPDIR, where uploads are received: 0 to 1',
  registers: [registry],
  async collect() {
    this.reset();
    // One that fails would leave out all other metrics.
    const disk = await statfs(tmpdir()).catch(() => null);
    if (!disk) return;
    const used = disk.blocks - disk.bfree;
    // As in `df`, blocks that are reserved for root are not free.
    this.set(used / Math.max(1, used + disk.bavail));
  },
});

/** A client may send any word, so others are counted as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const underWay = new Set<Context>();
/** How many requests a log line names. */
const MOST_NAMED = 20;

/** The oldest requests without an answer, as the log of an unhandled error has them. */
export const requestsUnderWay = (): readonly object[] =>
  [...underWay].slice(0, MOST_NAMED).map((ctx) => ({
    request_id: ctx.response.get('X-Request-Id'),
    method: ctx.method,
    route: routeOf(ctx),
    user_id: ctx.state['userId'] ?? null,
  }));

const routeOf = (ctx: Context): string =>
  String(ctx.state['route'] ?? ctx.routerPath ?? ctx._matchedRoute ?? 'none');

/** Returns a function that measures answers of one kind, which `countRequests` does not see. */
export const answersOf = (
  method: string,
  route: string,
  status: number,
): { observe(seconds: number): void } => seconds.labels({ method, route, status: String(status) });

/** Measures each request by route. Paths are not used, because those of pages contain tokens. */
export async function countRequests(ctx: Context, next: Next): Promise<void> {
  const end = seconds.startTimer();
  underWay.add(ctx);
  try {
    await next();
  } finally {
    underWay.delete(ctx);
    end({
      method: METHODS.has(ctx.method) ? ctx.method : 'other',
      route: routeOf(ctx),
      status: String(ctx.status),
    });
  }
}
