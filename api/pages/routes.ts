import Router from '@koa/router';
import { tokenKey } from '../../common/domain/tokens.ts';
import type { Service } from '../http/endpoint.ts';
import type { QuickPage } from '../http/quick-pages.ts';
import { createVisitors } from '../services/tracking/visitors.ts';
import { accountPages } from './account/routes.ts';
import { logoImages } from './brand.ts';
import { clickPages } from './click.ts';
import { confirmPages } from './confirm.ts';
import { consolePages } from './console/routes.ts';
import { designPages } from './design/routes.ts';
import { docsPages } from './docs/routes.ts';
import { healthPages } from './health.ts';
import { linkHostPages } from './link-hosts.ts';
import { inertPages } from './links-without-mail.ts';
import { imagePages, mediaImages } from './media.ts';
import { notificationPages } from './notifications.ts';
import { openPages } from './open.ts';
import { preferencesPages } from './preferences.ts';
import { reportPages } from './report/report.ts';
import { unsubscribePages } from './unsubscribe.ts';
import { verifyPages } from './verify.ts';

/** `quick`: those that can be answered without the router, too. */
export function createPages(service: Service): { router: Router; quick: readonly QuickPage[] } {
  const router = new Router({ sensitive: true, strict: true });
  const key = tokenKey(service.config.signingSecrets);
  const visitors = createVisitors(service.config);
  healthPages(router, service);
  linkHostPages(router);
  verifyPages(router, key, service.limits);
  inertPages(router);
  unsubscribePages(router, key, service);
  preferencesPages(router, key, service);
  notificationPages(router, key, service.limits);
  confirmPages(router, key, service.limits);
  reportPages(router, service.limits);
  const quick = [openPages(router, key, service, visitors), clickPages(router, key, service, visitors)];
  imagePages(router);
  logoImages(router);
  mediaImages(router);
  docsPages(router, service);
  const forms = accountPages(router, service);
  designPages(router, forms, service);
  consolePages(router, service);
  return { router, quick };
}
