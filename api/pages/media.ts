import type Router from '@koa/router';
import { keepRecent } from '../../common/cache/recent.ts';
import { templateImage } from '../../common/data/templates.ts';
import type { MediaDocument } from '../../common/models/media.ts';
import { notFound } from '../http/failures.ts';
import { findShownMedia, MEDIA_PATH, readMedia } from '../services/media.ts';
import { createHeldImages, endWhenRead } from './held-images.ts';

/** Bytes of cached images: the images of a new mail are requested thousands of times. */
const KEPT_BYTES = 32 * 2 ** 20;

/** `/media/<token>.<ending>`: images for mails. Each request checks that the image exists. The policy blocks scripts in uploads. */
export function mediaImages(router: Router): void {
  const kept = keepRecent<Buffer>(KEPT_BYTES);
  const images = createHeldImages();
  const reading = new Map<string, Promise<Buffer | null>>();

  async function bytesOf(media: MediaDocument): Promise<Buffer | null> {
    const known = kept.get(media.token);
    if (known) return known;
    const same = reading.get(media.token);
    if (same) return same;
    const read = readMedia(media).finally(() => reading.delete(media.token));
    reading.set(media.token, read);
    const bytes = await read;
    if (bytes) kept.set(media.token, bytes, { size: bytes.length });
    return bytes;
  }

  router.get(`${MEDIA_PATH}/:file`, async (ctx) => {
    const media = await findShownMedia(String(ctx.params.file));
    if (!media) throw notFound();
    ctx.status = 200;
    ctx.set({
      ETag: `"${media.token}"`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // Webmail shows it on its own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = media.type;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    endWhenRead(ctx, await images.read(media));
    const bytes = await bytesOf(media);
    if (!bytes) throw notFound();
    ctx.body = bytes;
  });
}

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
