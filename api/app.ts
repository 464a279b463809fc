import Koa from 'koa';
import { whileAnswering } from '../common/store/patience.ts';
import { authenticate } from './http/authenticate.ts';
import type { BodyReader } from './http/body.ts';
import { warnOfProxies } from './http/client-address.ts';
import { allowOrigins } from './http/cors.ts';
import type { Service } from './http/endpoint.ts';
import { answerFailures } from './http/errors.ts';
import { countRequests } from './http/metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveContract } from './http/serve.ts';
import { consoleDoor } from './pages/console/door.ts';
import { downloadDoor } from './pages/console/downloads.ts';
import { createPages } from './pages/routes.ts';
import { behaviours } from './resources/all.ts';

/** The Koa app, without side effects: all parts are handed in, and nothing listens yet. */
export function createApp(service: Service, bodies: BodyReader): Koa {
  const { trustProxy, publicUrl, corsOrigins, logAddresses } = service.config;
  // Of X-Forwarded-For as many entries count, from its end, as proxies are ours: what stands before anybody can write.
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  // Failures are written and logged by our own layer; what still gets here broke after the headers were out.
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) {
      service.log.error({ err: error }, 'response failed after its headers were sent');
    }
  });
  const doors = [{ prefix: '/api', authenticate }, consoleDoor(publicUrl), downloadDoor(publicUrl)];
  const api = serveContract(doors, behaviours, bodies, service);
  const pages = createPages(service);
  app.use(securityHeaders(publicUrl));
  app.use(countRequests);
  app.use(answerFailures(service.log, logAddresses));
  if (trustProxy === 0) app.use(warnOfProxies(service.log));
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(api);
  app.use((_ctx, next) => whileAnswering(next()));
  app.use(pages.routes());
  return app;
}
