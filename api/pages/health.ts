import type Router from '@koa/router';
import mongoose from 'mongoose';
import { patiently } from '../../common/mongo.ts';
import type { Service } from '../http/endpoint.ts';
import { storeAway } from '../http/failures.ts';

/** `/healthz`: the process turns. `/readyz`: requests can be served, which needs MongoDB but not Redis. */
export function healthPages(router: Router, _service: Service): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    try {
      const hello = await patiently(mongoose.connection.db!.admin().command({ hello: 1 }));
      if (!hello.isWritablePrimary) throw storeAway();
    } catch {
      throw storeAway();
    }
    ctx.body = { status: 'ok' };
  });
}
