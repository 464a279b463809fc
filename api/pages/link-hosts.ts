import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { asciiDomain } from '../../common/domain/addresses.ts';
import { isLinkHost } from '../../common/queries/own-names.ts';
import { Failure } from '../http/failures.ts';
import { HEALTH_PATHS } from '../http/strangers.ts';

/** Paths in mails. A link host of a sending domain answers no others: no API, console or documentation. */
const OF_MAILS = /^\/(?:c|o|unsubscribe|preferences|images|media|logos)\//;

/** Refuses other paths on hosts of sending domains. `publicUrl`: requests to its host are not looked up. */
export function onlyMailsOnLinkHosts(publicUrl: string): Middleware {
  const { hostname, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/+$/, '');
  return async (ctx, next) => {
    const asked = ctx.hostname.toLowerCase();
    const path = ctx.path.startsWith(`${base}/`) ? ctx.path.slice(base.length) : ctx.path;
    // Health checks must answer without MongoDB; their host is an address or a name without a domain.
    const mayBe = asked !== hostname && /^[^.]+\.[^.]+\..*[^\d.]$/.test(asked) && !OF_MAILS.test(path);
    if (mayBe && !HEALTH_PATHS.test(path) && (await isLinkHost(asked).catch(() => false)))
      throw new Failure(404, 'Not Found');
    return next();
  };
}

/** A proxy asks it before it orders a certificate for a host (`ask` of Caddy's on-demand TLS): 200 for link hosts, otherwise 404. */
export function linkHostPages(router: Router): void {
  router.get('/link-host', async (ctx) => {
    const host = asciiDomain(String(ctx.query['domain'] ?? ''));
    if (host === null || !(await isLinkHost(host))) throw new Failure(404, 'Not Found');
    ctx.body = { host };
  });
}
