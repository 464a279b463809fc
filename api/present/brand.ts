import type { ShownBrand } from '../../common/accounts/brands.ts';
import { timestamp } from '../../common/domain/times.ts';
import { logoOf } from '../services/brand-logo.ts';

export function presentBrand(brand: ShownBrand, publicUrl: string) {
  const logo = logoOf(brand);
  return {
    name: brand.name,
    logo: logo && {
      /** Null: it was uploaded on the account page, and its address changes with it. */
      media_id: brand.image?._id ?? null,
      url: `${publicUrl}${logo.path}`,
      width: logo.width,
      height: logo.height,
    },
    colours: [...(brand.colours ?? [])],
    heading_font: brand.heading_font ?? null,
    text_font: brand.text_font ?? null,
    updated_at: timestamp(brand.updated_at),
  };
}
