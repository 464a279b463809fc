import { expect } from 'chai';
import { builtInTemplates, TEMPLATE_FILES } from '../../../common/data/templates.ts';
import { compileMjml } from '../../../common/domain/mjml.ts';
import { readMailHtml } from '../../../common/mail-check/read-mail-html.ts';
import { type BrandLook, luminanceOf, NO_BRAND } from '../../../console/src/data/brand-look.ts';
import { brandedTemplate } from '../../../console/src/data/brand-template.ts';
import { mjmlOf } from '../../../console/src/data/designs.ts';
import { readDesign, writeDesign } from '../../../console/src/pages/editor/design.ts';

const LOGO = { media_id: 9, url: 'https://mail.example.com/media/a.png?a=1&b=2', width: 300, height: 100 };
const BRAND: BrandLook = {
  name: 'Ada & "Co"',
  logo: LOGO,
  colours: ['#1f5fc4'],
  heading_font: 'Verdana',
  text_font: 'Trebuchet MS',
};
/** A usual one, light, dark, loud and grey ones, and two at once. */
const COLOURS: readonly string[][] = [
  ['#1f5fc4'],
  ['#ffe08a'],
  ['#000000'],
  ['#ffffff'],
  ['#00ff00'],
  ['#808080'],
  ['#7b2d8b', '#0f766e'],
];

const MJML = new Map(
  builtInTemplates().map(({ template_name, json_code }) => [template_name, mjmlOf(json_code)!]),
);
const coloursOf = (mjml: string): string[] => mjml.match(/(?<!&)#[\da-f]{6}\b/gi) ?? [];
const legibility = (html: string): string[] =>
  readMailHtml(html, false)
    .problems.filter(({ code }) => code === 'text_contrast' || code === 'text_hidden')
    .map(({ text }) => text);

describe('a built-in template in the looks of a brand', function () {
  this.timeout(60_000);

  for (const { template_name: name, is_blank } of TEMPLATE_FILES)
    if (!is_blank)
      describe(name, () => {
        const plain = MJML.get(name)!;

        it('has its logo, fonts and colours, and opens in the editor', async () => {
          const branded = brandedTemplate(plain, BRAND);
          const design = readDesign(branded)!;
          expect(readDesign(writeDesign(design))).to.deep.equal(design);
          const { html, errors } = await compileMjml(branded);
          expect(errors).to.deep.equal([]);
          expect(html).to.include('src="https://mail.example.com/media/a.png?a=1&amp;b=2"');
          expect(html).to.match(/<h1 style="[^"]*font-family: Verdana/);
          expect(html).to.include("font-family:'Trebuchet MS', Helvetica, sans-serif");
          const strong = coloursOf(plain).filter((colour) => /#(?!(..)\1\1)/.test(colour));
          // A shade may be one that the template has already.
          const kept = coloursOf(branded).filter((colour) => strong.includes(colour));
          expect(kept.length).to.be.below(Math.max(2, strong.length / 4));
        });

        for (const colours of COLOURS)
          it(`stays as legible in ${colours.join(' and ')}`, async () => {
            const branded = brandedTemplate(plain, { ...NO_BRAND, colours });
            expect(legibility((await compileMjml(branded)).html)).to.deep.equal([]);
            // Each shade is as bright as the colour that it replaces, except the main colour and what is written on it.
            const before = coloursOf(plain).map(luminanceOf);
            const after = coloursOf(branded).map(luminanceOf);
            const other = after.filter((luminance, at) => Math.abs(luminance - before[at]!) > 0.02);
            expect(after).to.have.length(before.length);
            expect(other.length).to.be.below(before.length / 4);
          });

        it('stays as it is without a brand', () => {
          expect(brandedTemplate(plain, NO_BRAND)).to.equal(plain);
        });
      });

  it('has the main colour on its buttons where that is as legible', () => {
    const buttonOf = (name: string, colour: string): string | undefined =>
      /<mj-button background-color="(#\w{6}" color="#\w{6})/.exec(
        brandedTemplate(MJML.get(name)!, { ...NO_BRAND, colours: [colour] }),
      )?.[1];
    expect(buttonOf('Newsletter', '#1f5fc4')).to.equal('#1f5fc4" color="#ffffff');
    expect(buttonOf('Announcement', '#ffe08a')).to.equal('#ffe08a" color="#1a212b');
    // Dark text on the blue, and white on the yellow, could not be read.
    expect(buttonOf('Announcement', '#1f5fc4')).to.not.include('#1f5fc4');
    expect(buttonOf('Newsletter', '#ffe08a')).to.not.include('#ffe08a');
  });
});
