import type Router from '@koa/router';
import { BUILD } from '../../common/config/version.ts';
import { registry, watchProcess } from '../../common/metrics/registry.ts';
import type { Service } from '../http/endpoint.ts';
import { storeAway } from '../http/failures.ts';

/**
 * `/healthz`: the process runs. `/readyz`: MongoDB answers; Redis is not needed. The check has its own connection, so that a busy process
 * is ready, too. `/metrics` serves trials only: in production it must not be public, so METRICS_PORT serves it.
 */
export function healthPages(router: Router, { config, store }: Service): void {
  if (!config.production) {
    router.get('/metrics', async (ctx) => {
      watchProcess('api');
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
  }
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok', ...BUILD };
  });
  router.get('/readyz', async (ctx) => {
    if ((await store.problem()) !== null) throw storeAway();
    ctx.body = { status: 'ok' };
  });
}
