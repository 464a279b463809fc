import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { components } from 'mjml-core';
import { TEMPLATE_FILES, TEMPLATES_FOLDER } from '../../../common/data/templates.ts';
import { compileMjml } from '../../../common/domain/mjml.ts';
import { BUILT_IN, defaultAttributes } from '../../../console/src/pages/editor/default-values.ts';
import { defaultsOf, readDesign, sheetsOf, writeDesign } from '../../../console/src/pages/editor/design.ts';
import { spaceOf } from '../../../console/src/pages/editor/padding.ts';

const rowOf = (inside: string): string => `<mj-section><mj-column>${inside}</mj-column></mj-section>`;
const mailOf = (inside: string): string => `<mjml><mj-body>${rowOf(inside)}</mj-body></mjml>`;
const turned = (mjml: string): string | null => {
  const design = readDesign(mjml);
  return design && writeDesign(design);
};

describe('the editor of the console', function () {
  this.timeout(30_000);

  for (const { slug, template_name } of TEMPLATE_FILES)
    it(`writes a design that becomes the same mail: ${template_name}`, async () => {
      const mjml = readFileSync(new URL(`${slug}.mjml`, TEMPLATES_FOLDER), 'utf8');
      const written = turned(mjml)!;
      expect((await compileMjml(written)).html).to.equal((await compileMjml(mjml)).html);
      expect(turned(written)).to.equal(written);
    });

  it('keeps texts, tables and code to the letter', () => {
    for (const inside of [
      '<mj-text>a &nbsp; <b>b</b> <!-- c --> ((first_name|you)) <br/> &lt;</mj-text>',
      '<mj-table><tr><td>1</td></tr></mj-table>',
      '<mj-raw><!--[if mso]><p>x</p><![endif]--></mj-raw>',
      '<mj-accordion><mj-accordion-element><mj-accordion-title>T</mj-accordion-title></mj-accordion-element></mj-accordion>',
      '<mj-text><a href="javascript:x()" onclick="y()">z</a><script>1</script></mj-text>',
    ])
      expect(turned(mailOf(inside)), inside).to.include(inside);
  });

  it('keeps attributes, whatever is in them', async () => {
    const alt = 'Ada’s &quot;summer&quot; &lt;3 &amp;amp; more';
    const written = turned(mailOf(`<mj-image alt='${alt}' src="https://a.example/?a=1&b=2" />`))!;
    expect(written).to.include(`alt="${alt}" src="https://a.example/?a=1&amp;b=2"`);
    expect((await compileMjml(written)).errors).to.deep.equal([]);
    expect(turned(written)).to.equal(written);
  });

  it('keeps the head, and tells the canvas its defaults and sheets', () => {
    const head =
      '<mj-head><mj-title>T</mj-title><mj-attributes><mj-all color="red" /></mj-attributes><mj-style inline="inline">p{margin:0}</mj-style></mj-head>';
    const design = readDesign(`<mjml lang="de">${head}<mj-body></mj-body></mjml>`)!;
    expect(writeDesign(design)).to.include(head).and.include('<mjml lang="de">');
    expect(defaultsOf(head)).to.equal('<mj-attributes><mj-all color="red" /></mj-attributes>');
    expect(sheetsOf(head)).to.equal('p{margin:0}');
  });

  it('refuses a design from which it would lose something', () => {
    for (const mjml of [
      '',
      '<p>HTML</p>',
      '<mjml></mjml>',
      '<mjml><mj-head></mj-head></mjml>',
      '<mjml><mj-body>Text of no element<mj-section></mj-section></mj-body></mjml>',
      '<mjml><mj-body><mj-section></mj-column></mj-body></mjml>',
      '<mjml><mj-body><mj-section><mj-column><mj-text>open</mj-column></mj-section></mj-body></mjml>',
      '<mjml><mj-body></mj-body><mj-body></mj-body></mjml>',
      '<mjml><mj-body><p>x</p></mj-body></mjml>',
      '<mjml><mj-body mj-class=quoteless></mj-body></mjml>',
    ])
      expect(readDesign(mjml), mjml).to.equal(null);
  });

  it('reads the space at each side, however it was written', () => {
    const sides = (attributes: Record<string, string>) => Object.values(spaceOf(attributes));
    expect(sides({})).to.deep.equal([null, null, null, null]);
    expect(sides({ padding: '5px' })).to.deep.equal([5, 5, 5, 5]);
    expect(sides({ padding: '1px 2px 3px' })).to.deep.equal([1, 2, 3, 2]);
    expect(sides({ padding: '1px 2px 3px 4px', 'padding-left': '9px' })).to.deep.equal([1, 2, 3, 9]);
    expect(sides({ padding: '0 10%' })).to.deep.equal([0, null, 0, null]);
  });

  it('knows the defaults of MJML and those of the head', () => {
    const theirs = components as Record<string, { defaultAttributes?: object }>;
    for (const [tag, attributes] of Object.entries(BUILT_IN))
      expect(theirs[tag]?.defaultAttributes, tag).to.include(attributes);
    const head = `<mj-head><mj-attributes>
      <mj-all padding="5px" /><mj-text font-size='16px' color="#111111"></mj-text><mj-class name="big" font-size="24px" />
    </mj-attributes></mj-head>`;
    expect(defaultAttributes('', 'mj-text')).to.include({ 'font-size': '13px', padding: '10px 25px' });
    expect(defaultAttributes(head, 'mj-text')).to.include({ 'font-size': '16px', padding: '5px' });
    expect(defaultAttributes(head, 'mj-text', 'big')).to.include({ 'font-size': '24px', color: '#111111' });
    expect(defaultAttributes(head, 'mj-button')).to.include({ 'font-size': '13px', padding: '5px' });
  });
});
