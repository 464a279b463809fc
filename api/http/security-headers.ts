import type { Context, Middleware } from 'koa';
import koaHelmet from 'koa-helmet';

/** Seconds: a year. */
const HSTS_SECONDS = 31_536_000;

/**
 * What every answer says to browsers: nothing may run, frame or embed it. Pages and pictures, which come later, put
 * their own words in place of these. The transport is only demanded where we are reached by TLS at all, and of this
 * host alone: its siblings are not ours.
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
    // For Internet Explorer and Flash; for a prefetch that no JSON asks for; for tabs that no JSON has.
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

/** What helmet says depends on no request: it is asked once, as its ten layers and a promise are felt in small calls. */
function headersOf(helmet: Middleware): [string, string][] {
  const said: [string, string][] = [];
  const res = {
    setHeader: (name: string, value: string) => said.push([name, value]),
    removeHeader: () => {},
  };
  void helmet({ req: {}, res } as unknown as Context, async () => {});
  return said;
}
