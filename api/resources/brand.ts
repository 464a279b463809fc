import { brandOf, changeBrand } from '../../common/accounts/brands.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Media } from '../../common/models/media.ts';
import { MAIL_FONT_NAMES } from '../../shared/mail-fonts.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { integer, list, oneOf, refuse, text } from '../http/inputs.ts';
import { inputs, nothing, stated } from '../http/typed-input.ts';
import { presentBrand } from '../present/brand.ts';

const MOST_COLOURS = 8;
const COLOUR = '^#[0-9a-fA-F]{6}$';

const colours = () =>
  stated(
    list().custom((given, helpers): string[] => {
      const found = [...new Set(given.map((one) => one.toLowerCase()))];
      if (found.length > MOST_COLOURS)
        return refuse(helpers, (key) => texts.items(key, MOST_COLOURS)) as never;
      return found.every((one) => new RegExp(COLOUR).test(one))
        ? found
        : (refuse(helpers, texts.format, 'Write colours such as #1f5fc4.') as never);
    }),
    { type: 'array', items: { type: 'string', pattern: COLOUR }, maxItems: MOST_COLOURS },
  );

const font = (of: string) =>
  oneOf(MAIL_FONT_NAMES).description(`The font of ${of}; blank: none.`).example('Georgia');

/** See docs/rules.md 20.8. */
export const brand = endpoints({
  brandDetails: {
    input: nothing,
    run: async (_, account, { config }) => presentBrand(await brandOf(account.id), config.publicUrl),
  },

  brandUpdate: {
    input: inputs({
      name: text()
        .description('The name on pages that recipients see; blank: none.')
        .example('Analytical Engines'),
      logo_media_id: integer().description('An image of the media library; 0: no logo.').example(9),
      colours: colours()
        .description(`Up to ${MOST_COLOURS} colours, the main one first; an empty list: none.`)
        .example(['#1f5fc4', '#c2410c']),
      heading_font: font('headings'),
      text_font: font('texts'),
    }),
    async run({ name, logo_media_id: imageId, colours, heading_font, text_font }, account) {
      if (imageId && !(await Media.of(account.id).findOne({ _id: imageId }, { projection: { _id: 1 } })))
        throw invalidField('logo_media_id', texts.selected('logo_media_id'));
      await changeBrand(account.id, {
        ...(name !== undefined && { name }),
        ...(imageId && { logo_media_id: imageId }),
        ...((imageId === 0 || imageId === null) && { logo_media_id: null, logo: null }),
        ...(colours && { colours }),
        ...(heading_font !== undefined && { heading_font: heading_font || null }),
        ...(text_font !== undefined && { text_font: text_font || null }),
      });
      return true as const;
    },
  },
});
