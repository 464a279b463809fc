import type Router from '@koa/router';
import { findLogo, type ShownBrand } from '../../common/accounts/brands.ts';
import { type Html, html } from '../../common/domain/html.ts';
import { notFound } from '../http/failures.ts';
import { LOGOS_PATH, logoOf } from '../services/brand-logo.ts';

/** `/logos/<digest>`: the logos of accounts, for their pages. Accounts upload them, so the policy blocks scripts in them. */
export function logoImages(router: Router): void {
  router.get(`${LOGOS_PATH}/:digest`, async (ctx) => {
    const digest = String(ctx.params.digest);
    const logo = /^[0-9a-f]{64}$/.test(digest) ? await findLogo(digest) : null;
    if (!logo) throw notFound();
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = logo.type;
    ctx.body = logo.bytes;
  });
}

export function brandBlock(brand: ShownBrand, otherwise = ''): Html | false {
  const called = brand.name || otherwise;
  const logo = logoOf(brand);
  if (logo) {
    return html`<p class="brand"><img src="${logo.path}" alt="${called}" width="${logo.width}" height="${logo.height}"></p>`;
  }
  return called !== '' && html`<p class="brand">${called}</p>`;
}
