import '../../common/metrics/sending.ts';
import type { Context, Next } from 'koa';
import { Histogram } from 'prom-client';
import { registry } from '../../common/metrics/registry.ts';

const seconds = new Histogram({
  name: 'mailing_http_request_duration_seconds',
  help: 'How long requests took until their answer began, by method, route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** A client may send any word, so others are counted as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures each request by route. Paths are not used, because those of pages contain tokens. */
export async function countRequests(ctx: Context, next: Next): Promise<void> {
  const end = seconds.startTimer();
  try {
    await next();
  } finally {
    const route = String(ctx.state['route'] ?? ctx.routerPath ?? ctx._matchedRoute ?? 'none');
    end({ method: METHODS.has(ctx.method) ? ctx.method : 'other', route, status: String(ctx.status) });
  }
}
