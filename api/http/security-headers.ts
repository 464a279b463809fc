import type { Context, Middleware } from 'koa';
import koaHelmet from 'koa-helmet';

/** A year in seconds. */
const HSTS_SECONDS = 31_536_000;

/**
 * Headers of every answer for browsers: no script may run, and nothing may frame or embed the answer. Pages and images set
 * their own values later. HSTS is sent only when the service is reached by TLS, and only for this host, because neighbouring
 * subdomains belong to others.
 */
export function securityHeaders(publicUrl: string): Middleware {
  const helmet = koaHelmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: HSTS_SECONDS, includeSubDomains: false }
      : false,
    // Headers for Internet Explorer and Flash, for prefetching and for tabs are useless on JSON.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
  const headers = headersOf(helmet);
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/**
 * helmet's headers are the same for all requests, so they are computed once: its ten layers and a promise slow down small
 * calls.
 */
function headersOf(helmet: Middleware): [string, string][] {
  const said: [string, string][] = [];
  const res = {
    setHeader: (name: string, value: string) => said.push([name, value]),
    removeHeader: () => {},
  };
  void helmet({ req: {}, res } as unknown as Context, async () => {});
  return said;
}
