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
import { clientFile, PACKAGES, packageNames } from './client-files.ts';
import { referencePage } from './page.ts';
import { REFERENCE } from './style.ts';

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
    const archive = lazily(() => readyFile('application/zip', clientFile(`${name}.zip`)));
    router.get(`/docs/client/${name}.zip`, (ctx) => {
      ctx.attachment(`mailing-service-${name}.zip`);
      showCurrent(ctx, archive());
    });
  }
  for (const [file, type] of Object.entries(PACKAGES)) {
    const built = lazily(() => readyFile(type, clientFile(file)));
    const name = packageNames()[file as keyof typeof PACKAGES];
    for (const path of [file, name])
      router.get(`/docs/client/${path}`, (ctx) => {
        ctx.attachment(name);
        showCurrent(ctx, built());
      });
  }
  return () => void [json(), plain(), page()];
}

/** The browser asks each time whether the file is still the same. */
function showCurrent(ctx: Context, file: ReadyFile): void {
  ctx.set('Cache-Control', 'no-cache');
  showReady(ctx, file);
}
