import { brandOf, type ShownBrand } from '../../../common/accounts/brands.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { LOGO_BYTES, LOGO_PIXELS } from '../../domain/logo-image.ts';
import { logoPath } from '../logos.ts';
import { field, type Problems, textField } from './fields.ts';
import { formOf } from './forms.ts';
import type { Visitor } from './sessions.ts';

/** The part of the account page for the name and logo that recipients see. */
export async function brandSection(
  visitor: Visitor,
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Promise<Html> {
  const brand = await brandOf(visitor.account._id);
  return html`<section aria-labelledby="brand">
<h2 id="brand">Your pages for recipients</h2>
<p class="soft">The pages on which people unsubscribe, choose their mails or confirm an address show your logo, or else this name. Where neither is set, they show the name of the mail’s sender.</p>
${brand.logo && logoNow(visitor, brand.logo)}
${formOf(
  visitor,
  '/account/brand',
  html`${textField({
    name: 'brand_name',
    label: 'Name on these pages',
    hint: 'Also read out in place of the logo',
    value: typed['brand_name'] ?? brand.name,
    autocomplete: 'organization',
    optional: true,
    problem: problems['brand_name'],
  })}
${field(
  {
    name: 'logo',
    label: brand.logo ? 'Another logo' : 'Logo',
    hint: `PNG or JPEG, at most ${LOGO_BYTES / 1000} kB and ${LOGO_PIXELS} pixels wide or high. It is shown up to 192 × 56 pixels large`,
    problem: problems['logo'],
  },
  (attributes) => html`<input type="file" ${attributes} accept="image/png,image/jpeg">`,
)}<button>Save name and logo</button>`,
  'multipart/form-data',
)}</section>`;
}

const logoNow = (visitor: Visitor, logo: NonNullable<ShownBrand['logo']>): Html => html`<div class="bar">
<p class="brand"><img src="${logoPath(logo)}" alt="Your logo" width="${logo.width}" height="${logo.height}"></p>
${formOf(visitor, '/account/brand/remove-logo', html`<button class="quiet small">Remove the logo</button>`)}</div>`;
