import Router from '@koa/router';
import type { Service } from '../http/endpoint.ts';
import { healthPages } from './health.ts';

/** What people and mail readers open, beside `/api`. */
export function createPages(service: Service): Router {
  const router = new Router({ sensitive: true, strict: true });
  healthPages(router, service);
  return router;
}
