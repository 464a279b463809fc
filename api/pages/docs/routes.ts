import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { lazily } from '../../../common/data/lazily.ts';
import type { Service } from '../../http/endpoint.ts';
import { type ReadyFile, readyFile, showReady } from '../../http/ready-file.ts';
import { createCodegenDocument } from '../../openapi/codegen.ts';
import { createDocument } from '../../openapi/document.ts';
import { introduction } from '../../openapi/introduction.ts';
import { behaviours } from '../../resources/all.ts';
import { PAGE_TYPE, pageHtml, setPageHeaders } from '../layout.ts';
import { referencePage } from './page.ts';
import { REFERENCE } from './style.ts';

/** The packages of the clients, built by `local/client/`. */
const ARCHIVES = new URL('../../../client/archives/', import.meta.url);

/**
 * `/openapi.json`, the same for generators at `/openapi-codegen.json`, the reference at `/docs`, and the clients as archives. All are made
 * once, because they change only with a release. Returns what makes the first three, which blocks the event loop for a part of a second.
 */
export function docsPages(router: Router, { config }: Service): () => void {
  const document = lazily(() => createDocument(behaviours, config));
  const json = lazily(() => readyFile('application/json', JSON.stringify(document())));
  const page = lazily(() => {
    const reference = referencePage(document(), introduction(config.limits));
    return readyFile(PAGE_TYPE, pageHtml(reference, 'en', REFERENCE));
  });
  const plain = lazily(() =>
    readyFile('application/json', JSON.stringify(createCodegenDocument(document()))),
  );

  router.get('/openapi.json', (ctx) => showCurrent(ctx, json()));
  router.get('/openapi-codegen.json', (ctx) => showCurrent(ctx, plain()));
  router.get('/docs', (ctx) => {
    // A 304 repeats the headers: the browser replaces its stored ones, and another policy would block the cached style and script.
    setPageHeaders(ctx, REFERENCE);
    ctx.remove('X-Robots-Tag');
    showCurrent(ctx, page());
  });
  for (const name of ['typescript', 'python']) {
    const archive = lazily(() =>
      readyFile('application/zip', readFileSync(new URL(`${name}.zip`, ARCHIVES))),
    );
    router.get(`/docs/client/${name}.zip`, (ctx) => {
      ctx.attachment(`mailing-service-${name}.zip`);
      showCurrent(ctx, archive());
    });
  }
  return () => void [json(), plain(), page()];
}

/** The browser asks each time whether the file is still the same. */
function showCurrent(ctx: Context, file: ReadyFile): void {
  ctx.set('Cache-Control', 'no-cache');
  showReady(ctx, file);
}
