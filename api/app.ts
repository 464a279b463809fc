import type { RequestListener } from 'node:http';
import Koa from 'koa';
import { createProxyWarning } from '../common/start/proxy-warning.ts';
import { CALL_MS, whileAnswering } from '../common/store/patience.ts';
import { whenWritable } from '../common/store/write-probe.ts';
import { authenticate } from './http/authenticate.ts';
import type { BodyReader } from './http/body.ts';
import { allowOrigins } from './http/cors.ts';
import type { Service } from './http/endpoint.ts';
import { answerFailures } from './http/errors.ts';
import { Failure } from './http/failures.ts';
import { countRequests } from './http/metrics.ts';
import { createQuickPages } from './http/quick-pages.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveContract } from './http/serve.ts';
import { limitStrangers } from './http/strangers.ts';
import { consoleDoor } from './pages/console/door.ts';
import { downloadDoor } from './pages/console/downloads.ts';
import { onlyMailsOnLinkHosts } from './pages/link-hosts.ts';
import { createPages } from './pages/routes.ts';
import { behaviours } from './resources/all.ts';

/** Answers all requests. */
export function createApp(service: Service, bodies: BodyReader): RequestListener {
  const { trustProxy, publicUrl, corsOrigins, logAddresses } = service.config;
  // Trust only the last `trustProxy` entries of X-Forwarded-For. Any client can write the entries before them.
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  // `answerFailures` writes and logs failures. Only errors after the headers were sent arrive here.
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) {
      // A list or file may be refused, for example where its client reads too slowly.
      const level = error instanceof Failure ? 'info' : 'error';
      service.log[level]({ err: error }, 'response failed after its headers were sent');
    }
  });
  const doors = [{ prefix: '/api', authenticate }, consoleDoor(publicUrl), downloadDoor(publicUrl)];
  const api = serveContract(doors, behaviours, bodies, service);
  const pages = createPages(service);
  app.use(securityHeaders(publicUrl));
  app.use(countRequests);
  app.use(answerFailures(service.log, logAddresses));
  app.use(onlyMailsOnLinkHosts(publicUrl));
  const warn = createProxyWarning(trustProxy, service.log);
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(api);
  app.use(limitStrangers(service.limits.strangers));
  app.use(async (ctx, next) => {
    const since = performance.now();
    const work = ctx.method === 'POST' ? whenWritable(next, since + CALL_MS) : next();
    await whileAnswering(work, since, true);
  });
  app.use(pages.router.routes());
  const answer = app.callback();
  const quick = createQuickPages(pages.quick, app, service.config, service.log);
  return (request, response) => {
    warn(request);
    if (!quick(request, response)) void answer(request, response);
  };
}
