import type Router from '@koa/router';
import type { Context } from 'koa';
import { liveKeyPairs } from '../../../common/accounts/key-pairs.ts';
import { cached } from '../../../common/cache/cached.ts';
import { now } from '../../../common/clock.ts';
import { lazily } from '../../../common/data/lazily.ts';
import type { Service } from '../../http/endpoint.ts';
import { type ReadyFile, readyFile, showReady } from '../../http/ready-file.ts';
import { createSessions } from '../account/sessions.ts';
import { setPageHeaders } from '../layout.ts';
import { clientFile, PACKAGES, packageNames } from './client-files.ts';
import { REFERENCE } from './style.ts';

/**
 * `/openapi.json`, the same for generators at `/openapi-codegen.json`, the reference at `/docs`, and the clients as archives. All are made
 * once, because they change only with a release, and at their first request: to load, make and compress the first three took half of a start.
 */
export function docsPages(router: Router, { config }: Service): void {
  const reference = cached(async () => (await import('./reference.ts')).createReference(config));

  router.get('/openapi.json', async (ctx) => showCurrent(ctx, await (await reference()).json()));
  router.get('/openapi-codegen.json', async (ctx) => showCurrent(ctx, await (await reference()).codegen()));
  router.get('/docs', async (ctx) => {
    // A 304 repeats the headers: the browser replaces its stored ones, and another policy would block the cached style and script.
    setPageHeaders(ctx, REFERENCE);
    ctx.remove('X-Robots-Tag');
    showCurrent(ctx, await (await reference()).page());
  });
  const sessions = createSessions(config.publicUrl);
  // The page is the same for everybody; its script puts the newest of these into the samples.
  router.get('/docs/keys', async (ctx) => {
    const visitor = await sessions.find(ctx);
    const keys = visitor ? await liveKeyPairs(visitor.account._id) : [];
    ctx.set('Cache-Control', 'no-store');
    ctx.body = keys.filter(({ expires_at }) => !expires_at || expires_at > now()).map(({ _id }) => _id);
  });
  for (const name of ['typescript', 'python']) {
    const archive = lazily(() => readyFile('application/zip', clientFile(`${name}.zip`)));
    router.get(`/docs/client/${name}.zip`, async (ctx) => {
      ctx.attachment(`mailing-service-${name}.zip`);
      showCurrent(ctx, await archive());
    });
  }
  for (const [file, type] of Object.entries(PACKAGES)) {
    const built = lazily(() => readyFile(type, clientFile(file)));
    const name = packageNames()[file as keyof typeof PACKAGES];
    for (const path of [file, name])
      router.get(`/docs/client/${path}`, async (ctx) => {
        ctx.attachment(name);
        showCurrent(ctx, await built());
      });
  }
}

/** The browser asks each time whether the file is still the same. */
function showCurrent(ctx: Context, file: ReadyFile): void {
  ctx.set('Cache-Control', 'no-cache');
  showReady(ctx, file);
}
