import type { Context, Middleware } from 'koa';
import koaHelmet from 'koa-helmet';

const HSTS_SECONDS = 31_536_000;

/**
 * Headers of every answer: no script runs, and no page frames or embeds it. Pages and images set their own later. HSTS is sent only over
 * TLS and only for this host, because neighbouring subdomains belong to others.
 */
export function securityHeaders(publicUrl: string): Middleware {
  const headers = securityHeaderList(publicUrl);
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** Their names and values. */
export function securityHeaderList(publicUrl: string): readonly (readonly [name: string, value: string])[] {
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
    // JSON needs no headers for Internet Explorer, Flash, prefetching or tabs.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
  return headersOf(helmet);
}

/** Helmet's headers never change, so they are computed once: its ten layers and a promise slow small calls. */
function headersOf(helmet: Middleware): [string, string][] {
  const said: [string, string][] = [];
  const res = {
    setHeader: (name: string, value: string) => said.push([name, value]),
    removeHeader: () => {},
  };
  void helmet({ req: {}, res } as unknown as Context, async () => {});
  return said;
}
