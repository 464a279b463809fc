import type { ShownBrand } from '../../common/accounts/brands.ts';
import { type Html, html } from '../../common/domain/html.ts';
import { logoPath } from './logos.ts';

/** Above the heading of a page: the account's logo, its name, or the page's own name. */
export function brandBlock({ name, logo }: ShownBrand, otherwise = ''): Html | false {
  const called = name || otherwise;
  if (logo) {
    return html`<p class="brand"><img src="${logoPath(logo)}" alt="${called}" width="${logo.width}" height="${logo.height}"></p>`;
  }
  return called !== '' && html`<p class="brand">${called}</p>`;
}
