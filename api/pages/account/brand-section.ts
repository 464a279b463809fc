import { brandOf } from '../../../common/accounts/brands.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { logoOf, type ShownLogo } from '../../services/brand-logo.ts';
import { LOGO_BYTES, LOGO_PIXELS } from '../../services/domain/logo-image.ts';
import type { OverviewTexts } from '../texts/language.ts';
import { field, type Problems, textField } from './fields.ts';
import { formOf } from './forms.ts';
import type { SignedInAccount } from './sessions.ts';

export async function brandSection(
  visitor: SignedInAccount,
  texts: OverviewTexts['brand'],
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Promise<Html> {
  const brand = await brandOf(visitor.account._id);
  const logo = logoOf(brand);
  return html`<section aria-labelledby="brand">
<h2 id="brand">${texts.title}</h2>
<p class="soft">${texts.hint}</p>
${logo && logoNow(visitor, logo, texts)}
${formOf(
  visitor,
  '/account/brand',
  html`${textField({
    name: 'brand_name',
    label: texts.name,
    hint: texts.nameHint,
    value: typed['brand_name'] ?? brand.name,
    autocomplete: 'organization',
    optional: true,
    problem: problems['brand_name'],
  })}
${field(
  {
    name: 'logo',
    label: logo ? texts.another : texts.logo,
    hint: texts.logoHint(LOGO_BYTES / 1000, LOGO_PIXELS),
    problem: problems['logo'],
  },
  (attributes) => html`<input type="file" ${attributes} accept="image/png,image/jpeg">`,
)}<button>${texts.save}</button>`,
  'multipart/form-data',
)}</section>`;
}

const logoNow = (
  visitor: SignedInAccount,
  logo: ShownLogo,
  texts: OverviewTexts['brand'],
): Html => html`<div class="bar">
<p class="brand"><img src="${logo.path}" alt="${texts.yours}" width="${logo.width}" height="${logo.height}"></p>
${formOf(visitor, '/account/brand/remove-logo', html`<button class="quiet small">${texts.remove}</button>`)}</div>`;
