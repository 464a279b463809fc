import type Router from '@koa/router';
import { VERSION } from '../../common/config/version.ts';
import { registry, watchProcess } from '../../common/metrics/registry.ts';
import type { Service } from '../http/endpoint.ts';
import { storeAway } from '../http/failures.ts';

/**
 * `/healthz`: the process runs. `/readyz`: requests can be served, which needs MongoDB but not Redis; it uses a separate
 * connection, so that a busy process is ready too. `/metrics` is here for trying out the service; in production it must
 * not be public, so it is only on METRICS_PORT.
 */
export function healthPages(router: Router, { config, store }: Service): void {
  if (!config.production) {
    router.get('/metrics', async (ctx) => {
      watchProcess();
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
  }
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok', version: VERSION };
  });
  router.get('/readyz', async (ctx) => {
    if ((await store.problem()) !== null) throw storeAway();
    ctx.body = { status: 'ok' };
  });
}
