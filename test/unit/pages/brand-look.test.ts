import { expect } from 'chai';
import { type BrandLook, fontsFor, inkOn, NO_BRAND } from '../../../console/src/data/brand-look.ts';
import { newDesign } from '../../../console/src/data/designs.ts';
import { partOfBlock } from '../../../console/src/pages/editor/blocks.ts';
import { readDesign, writeDesign } from '../../../console/src/pages/editor/design.ts';
import { fitting } from '../../../console/src/pages/editor/fitting.ts';
import { flat, grow } from '../../../console/src/pages/editor/tree.ts';
import { consoleTexts } from '../../support/console-texts.ts';

const en = await consoleTexts('en');

const { begin } = en.editor;
const LOGO = { media_id: 9, url: 'https://mail.example.com/media/a.png?a=1&b=2', width: 300, height: 100 };
const BRAND: BrandLook = {
  name: 'Ada & "Co"',
  logo: LOGO,
  colours: ['#ffe08a', '#1f5fc4'],
  heading_font: 'Georgia',
  text_font: 'Trebuchet MS',
};

describe('the brand in designs', () => {
  it('begins a design with the logo, the font of texts and the main colour', () => {
    const design = readDesign(newDesign(BRAND))!;
    expect(readDesign(writeDesign(design))).to.deep.equal(design);
    expect(design.head).to.include(`<mj-all font-family="'Trebuchet MS', Helvetica, sans-serif" />`);
    expect(design.head).to.include('<mj-button background-color="#ffe08a" color="#1a212b" />');
    const [first, image, second, ...others] = flat(grow(design.body)).slice(2);
    expect([first!.tag, second!.tag]).to.deep.equal(['mj-column', 'mj-section']);
    expect(image).to.include({ tag: 'mj-image', inside: '' });
    expect(image!.attributes).to.deep.equal({ src: LOGO.url, alt: BRAND.name, width: '200px' });
    expect(others.map(({ tag, inside }) => [tag, inside])).to.deep.equal([['mj-column', []]]);
  });

  it('leaves out what a brand does not have, and logos without a lasting address', () => {
    const plain =
      '<mjml><mj-body><mj-section background-color="#ffffff"><mj-column></mj-column></mj-section></mj-body></mjml>';
    expect(newDesign(NO_BRAND)).to.equal(plain);
    expect(newDesign({ ...NO_BRAND, logo: { ...LOGO, media_id: null } })).to.equal(plain);
  });

  it('gives new blocks its looks, unless the design has its own', () => {
    const button = partOfBlock('button', begin, BRAND);
    expect(button.attributes).to.include({ 'background-color': '#ffe08a', color: '#1a212b' });
    const head = '<mj-head><mj-attributes><mj-button background-color="#000000" /></mj-attributes></mj-head>';
    expect(fitting(button, head).attributes).to.not.have.property('background-color');
    expect(partOfBlock('heading', begin, BRAND).inside).to.include(
      "font-family:Georgia, 'Times New Roman', serif",
    );
    expect(partOfBlock('heading', begin).inside).to.not.include('font-family');
  });

  it('lists its fonts first, and chooses a legible ink for a colour', () => {
    expect(fontsFor(BRAND).map(([name]) => name))
      .to.have.length(8)
      .and.include.members(['Arial']);
    expect(
      fontsFor(BRAND)
        .slice(0, 2)
        .map(([name]) => name),
    ).to.deep.equal(['Trebuchet MS', 'Georgia']);
    const inks = ['#000000', '#1f5fc4', '#ffffff', '#ffe08a', '#c2410c'].map(inkOn);
    expect(inks).to.deep.equal(['#ffffff', '#ffffff', '#1a212b', '#1a212b', '#ffffff']);
  });
});
