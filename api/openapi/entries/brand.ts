import { MAIL_FONT_NAMES } from '../../../shared/mail-fonts.ts';
import type { presentBrand } from '../../present/brand.ts';
import { entries } from '../entry.ts';
import {
  id,
  integer,
  like,
  list,
  matching,
  nullable,
  object,
  oneOf,
  record,
  text,
  timestamp,
} from '../shapes.ts';

type BrandAnswer = ReturnType<typeof presentBrand>;

const font = (about: string) => nullable(oneOf(MAIL_FONT_NAMES, about));

const brandRecord = record<BrandAnswer>('Brand', {
  name: like(text('The name on pages that recipients see; blank: that of the account or sender.'), ''),
  logo: nullable(
    object<NonNullable<BrandAnswer['logo']>>({
      media_id: nullable(id('Null for a logo that was uploaded on the account page.')),
      url: text('Its public address.'),
      width: integer('In pixels.'),
      height: integer('In pixels.'),
    }),
  ),
  colours: list(matching('^#[0-9a-f]{6}$'), 'The main colour first.'),
  heading_font: font('The font of headings; null: none.'),
  text_font: font('The font of texts; null: none.'),
  updated_at: nullable(timestamp('Null: the brand was never set.')),
});

export const brand = entries(
  {
    name: 'Brand',
    about:
      'The name, logo, colours and fonts of an account, for its designs and for pages that recipients see.',
  },
  {
    brandDetails: { summary: 'Get the brand', output: brandRecord },
    brandUpdate: {
      summary: 'Change the brand',
      about:
        'Inputs that are not given stay as they are. The editor of the console offers the brand, and begins new designs with it.',
    },
  },
);
