import type { Context, Middleware } from 'koa';

/** Seconds for which a browser caches the permission; Chromium's maximum. */
const REMEMBER = 7200;

/** Lets pages of these origins call `/api` (Fetch standard, 3.2), without cookies: the API uses keys only. */
export function allowOrigins(origins: readonly string[]): Middleware {
  const any = origins.includes('*');
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    if (!any) ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (origin === '' || !(any || origins.includes(origin))) return next();
    ctx.set('Access-Control-Allow-Origin', any ? '*' : origin);
    if (isPreflight(ctx)) return answerPreflight(ctx);
    ctx.set({
      'Access-Control-Expose-Headers':
        'Content-Disposition, ETag, Idempotent-Replayed, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Ignored-Inputs, X-Request-Id',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    return next();
  };
}

const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';

function answerPreflight(ctx: Context): void {
  ctx.set({
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers':
      'PublicKey, SecretKey, Content-Type, If-None-Match, Idempotency-Key, Prefer',
    'Access-Control-Max-Age': String(REMEMBER),
  });
  ctx.status = 204;
}
