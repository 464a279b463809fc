import type { Brand } from '../../../client/src/index.ts';
import { MAIL_FONTS, type MailFont } from '../../../shared/mail-fonts.ts';

/** The brand as designs use it. */
export type BrandLook = Pick<Brand, 'name' | 'logo' | 'colours' | 'heading_font' | 'text_font'>;

export const NO_BRAND: BrandLook = Object.freeze({
  name: '',
  logo: null,
  colours: [],
  heading_font: null,
  text_font: null,
});

/** The fonts of the brand, then the others. */
export function fontsFor({ heading_font, text_font }: BrandLook): readonly (readonly [MailFont, string])[] {
  const own = [text_font, heading_font].filter((name): name is MailFont => name !== null);
  const names = [...new Set([...own, ...(Object.keys(MAIL_FONTS) as MailFont[])])];
  return names.map((name) => [name, MAIL_FONTS[name]]);
}

/** The logo for mails. An uploaded one of the account page has no lasting address. */
export const mailLogoOf = ({ logo }: BrandLook): BrandLook['logo'] => (logo?.media_id ? logo : null);

/** Whether designs look different with it. */
export const hasLook = (brand: BrandLook): boolean =>
  brand.colours.length > 0 ||
  brand.heading_font !== null ||
  brand.text_font !== null ||
  mailLogoOf(brand) !== null;

const WHITE = '#ffffff';
const INK = '#1a212b';

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White or ink, whichever is easier to read on a colour. */
export const inkOn = (colour: string): string =>
  1.05 / (luminanceOf(colour) + 0.05) >= (luminanceOf(colour) + 0.05) / (luminanceOf(INK) + 0.05)
    ? WHITE
    : INK;
