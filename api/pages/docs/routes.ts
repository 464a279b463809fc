import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { lazily } from '../../../common/data/lazily.ts';
import type { Service } from '../../http/endpoint.ts';
import { createDocument } from '../../openapi/document.ts';
import { introduction } from '../../openapi/introduction.ts';
import { behaviours } from '../../resources/all.ts';
import { showPage } from '../layout.ts';
import { referencePage } from './page.ts';
import { REFERENCE } from './style.ts';

/** The packages of the clients, built by `local/client/`. */
const ARCHIVES = new URL('../../../client/archives/', import.meta.url);

/** `/openapi.json`, the reference at `/docs`, and the clients as archives. All are made once, because they change only with a release. */
export function docsPages(router: Router, { config }: Service): void {
  const document = lazily(() => createDocument(behaviours, config));
  const json = lazily(() => tagged(JSON.stringify(document())));
  const page = lazily(() => referencePage(document(), introduction(config.limits)));
  const pageTag = lazily(() => tagged(page().body.html).etag);

  router.get('/openapi.json', (ctx) => {
    if (isKnown(ctx, json().etag)) return;
    ctx.type = 'application/json';
    ctx.body = json().body;
  });
  router.get('/docs', (ctx) => {
    showPage(ctx, page(), REFERENCE);
    ctx.remove('X-Robots-Tag');
    // A 304 repeats the headers: the browser replaces its stored ones, and another policy would block the cached style and script.
    isKnown(ctx, pageTag());
  });
  for (const name of ['typescript', 'python']) {
    const archive = lazily(() => tagged(readFileSync(new URL(`${name}.zip`, ARCHIVES))));
    router.get(`/docs/client/${name}.zip`, (ctx) => {
      if (isKnown(ctx, archive().etag)) return;
      ctx.attachment(`mailing-service-${name}.zip`);
      ctx.body = archive().body;
    });
  }
}

const tagged = <Body extends string | Buffer>(body: Body) => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

function isKnown(ctx: Context, etag: string): boolean {
  ctx.set({ ETag: etag, 'Cache-Control': 'no-cache' });
  ctx.status = 200;
  if (!ctx.fresh) return false;
  ctx.status = 304;
  return true;
}
