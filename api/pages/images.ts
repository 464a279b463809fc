import type Router from '@koa/router';
import { templateImage } from '../../common/data/templates.ts';
import { notFound } from '../http/failures.ts';

/** `/images/<file>`: preview images of the built-in templates. */
export function imagePages(router: Router): void {
  router.get('/images/:file', (ctx) => {
    const image = templateImage(String(ctx.params.file));
    if (!image) throw notFound();
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Clients' own pages show these images with the templates.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'image/png';
    ctx.body = image;
  });
}
