import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { components } from 'mjml-core';
import { TEMPLATE_FILES, TEMPLATES_FOLDER } from '../../../common/data/templates.ts';
import { compileMjml } from '../../../common/domain/mjml.ts';
import { BUILT_IN, defaultAttributes } from '../../../console/src/pages/editor/default-values.ts';
import { defaultsOf, readDesign, sheetsOf, writeDesign } from '../../../console/src/pages/editor/design.ts';
import { spaceOf } from '../../../console/src/pages/editor/padding.ts';
import { flat, grow, update, withAttributes } from '../../../console/src/pages/editor/tree.ts';
import { DESIGNS } from '../../fixtures/canvas/designs.ts';
import { publicDesigns } from '../../fixtures/canvas/public-designs.ts';

const rowOf = (inside: string): string => `<mj-section><mj-column>${inside}</mj-column></mj-section>`;
const mailOf = (inside: string): string => `<mjml><mj-body>${rowOf(inside)}</mj-body></mjml>`;
const turned = (mjml: string): string | null => {
  const design = readDesign(mjml);
  return design && writeDesign(design);
};

describe('the editor of the console', function () {
  this.timeout(30_000);

  for (const { slug, template_name } of TEMPLATE_FILES)
    it(`writes a design to the letter: ${template_name}`, () => {
      const mjml = readFileSync(new URL(`${slug}.mjml`, TEMPLATES_FOLDER), 'utf8');
      expect(turned(mjml)).to.equal(mjml.trim());
    });

  it('writes designs of others to the letter, and changes nothing but the text that a person changes', () => {
    const designs = [...publicDesigns(), ...Object.entries(DESIGNS)];
    expect(designs).to.have.length.above(25);
    for (const [name, mjml] of designs) {
      expect(turned(mjml), name).to.equal(mjml);
      const design = readDesign(mjml)!;
      const body = grow(design.body);
      for (const { key, inside } of flat(body)) {
        if (typeof inside !== 'string' || inside.trim() === '') continue;
        const changed = update(body, key, (node) => ({ ...node, inside: 'Another text' }));
        const written = writeDesign({ ...design, body: changed });
        const at = written.indexOf('>Another text<') + 1;
        const same = `${written.slice(0, at)}${inside}${written.slice(at + 'Another text'.length)}`;
        expect(same, name).to.equal(mjml);
      }
    }
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
    const mjml = mailOf(`<mj-image alt='${alt}' src="https://a.example/?a=1&b=2" />`);
    expect(turned(mjml)).to.equal(mjml);
    const body = grow(readDesign(mjml)!.body);
    const { key } = flat(body).find(({ tag }) => tag === 'mj-image')!;
    const changed = update(body, key, (node) => withAttributes(node, { width: '90px' }));
    const written = writeDesign({ ...readDesign(mjml)!, body: changed });
    expect(written).to.include(
      `<mj-image alt="${alt}" src="https://a.example/?a=1&amp;b=2" width="90px" /></mj-column>`,
    );
    expect((await compileMjml(written)).errors).to.deep.equal([]);
    expect(turned(written)).to.equal(written);
  });

  it('reads attributes without quotes as MJML does', async () => {
    const mjml = mailOf('<mj-image src=https://a.example/b/ width=90px/></mj-image>');
    expect(turned(mjml)).to.equal(mjml);
    const [, , , image] = flat(grow(readDesign(mjml)!.body));
    expect(image!.attributes).to.deep.equal({ src: 'https://a.example/b/', width: '90px/' });
    const head = '<mj-head><mj-attributes><mj-text color=#aa0000 /></mj-attributes></mj-head>';
    expect(defaultAttributes(head, 'mj-text')).to.include({ color: '#aa0000' });
  });

  it('takes the first of two attributes with the same name, as MJML does', async () => {
    const mjml = mailOf('<mj-text color="#aa0000" color="#0000aa">x</mj-text>');
    expect((await compileMjml(mjml)).html)
      .to.include('#aa0000')
      .and.not.include('#0000aa');
    const [, , , text] = flat(grow(readDesign(mjml)!.body));
    expect(text!.attributes).to.deep.equal({ color: '#aa0000' });
    const head =
      '<mj-head><mj-attributes><mj-text color="#aa0000" color="#0000aa" /></mj-attributes></mj-head>';
    expect(defaultAttributes(head, 'mj-text')).to.include({ color: '#aa0000' });
  });

  it('keeps comments, and words that no mail shows, where they are', async () => {
    const mjml = `<!-- 1 --><mjml lang="de" >Alpha<!-- 2 -->
      <mj-raw position="file-start"><!-- 3 --></mj-raw>
      <mj-head></mj-head> Bravo <mj-body >Charlie<!-- <mj-section> --><mj-section >
        Delta</mj-section
      >Echo</mj-body> Foxtrot <!-- 4 --></mjml>`;
    expect(turned(mjml)).to.equal(mjml);
    const { html, errors } = await compileMjml(mjml);
    expect(errors).to.deep.equal([]);
    expect(html).to.not.match(/Alpha|Bravo|Charlie|Delta|Echo|Foxtrot/);
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
      '<mjml>one<p>two</p><mj-body></mj-body></mjml>',
      '<mjml><mj-body></mj-body><mj-raw>open</mjml>',
      '<mjml><mj-body><mj-section></mj-column></mj-body></mjml>',
      '<mjml><mj-body><mj-section><mj-column><mj-text>open</mj-column></mj-section></mj-body></mjml>',
      '<mjml><mj-body></mj-body><mj-body></mj-body></mjml>',
      '<mjml><mj-body><p>x</p></mj-body></mjml>',
      '<mjml><mj-body mj-class="open></mj-body></mjml>',
      '<mjml><mj-body><![CDATA[one]]></mj-body></mjml>',
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
