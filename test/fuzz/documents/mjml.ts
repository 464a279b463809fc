import * as fc from 'fast-check';
import { htmlPart } from './html.ts';
import { oddText, upTo } from './texts.ts';

const CONTENT =
  'mj-text mj-button mj-image mj-divider mj-spacer mj-table mj-raw mj-social mj-navbar mj-accordion mj-carousel mj-hero mj-include mj-unknown'.split(
    ' ',
  );

const ATTRIBUTES = [
  '',
  ' width="100px"',
  ' width="-1px"',
  ' width="1e9%"',
  ' padding="x y z"',
  ' padding="99999999px 0"',
  ' css-class="a b"',
  ' mj-class="big"',
  ' href="((unsubscribe_preferences))"',
  ' src="https://x.example/((email)).png"',
  ' path="/etc/passwd"',
  ' color="url(x)"',
  ' border="&quot;"',
  ' unknown="1"',
  ' a=',
];

const attributes = fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 }).map((all) => all.join(''));

const content = fc
  .tuple(fc.constantFrom(...CONTENT), attributes, htmlPart)
  .map(([name, more, inner]) => `<${name}${more}>${inner}</${name}>`);

const column = fc
  .tuple(attributes, fc.array(content, { maxLength: 3 }))
  .map(([more, all]) => `<mj-column${more}>${all.join('')}</mj-column>`);

const section = fc
  .tuple(
    fc.constantFrom('mj-section', 'mj-wrapper', 'mj-group', 'mj-hero'),
    attributes,
    fc.array(column, { maxLength: 3 }),
  )
  .map(([name, more, all]) => `<${name}${more}>${all.join('')}</${name}>`);

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

const head = fc.oneof(
  upTo(1500).map(
    (rules) => `<mj-style inline="inline">${many(rules, (at) => `b.c${at % 7}{p${at}:1px}`)}</mj-style>`,
  ),
  upTo(1500).map(
    (rules) =>
      `<mj-html-attributes>${many(rules, (at) => `<mj-selector path="${at % 2 ? 'b' : `.c${at}`}"><mj-html-attribute name="d${at}">1</mj-html-attribute></mj-selector>`)}</mj-html-attributes>`,
  ),
  upTo(500).map(
    (count) =>
      `<mj-attributes>${many(count, (at) => `<mj-class name="n${at}" color="red" />`)}</mj-attributes>`,
  ),
  oddText(200).map((css) => `<mj-style>${css}</mj-style>`),
  oddText(50).map((title) => `<mj-title>${title}</mj-title><mj-preview>${title}</mj-preview>`),
  fc.constantFrom(
    '<mj-breakpoint width="x" />',
    '<mj-font name="Roboto" href="https://x.example/f" />',
    '<mj-style inline="inline">*{</mj-style>',
    '<mj-style inline="inline">:not(:not(:not(*)))+*~*{a:b}</mj-style>',
    '<mj-style inline="inline">@import url(x);@media{a{b:c}}</mj-style>',
    '<mj-html-attributes><mj-selector path="["><mj-html-attribute name="x">1</mj-html-attribute></mj-selector></mj-html-attributes>',
    '<mj-include path="file:///etc/passwd" />',
  ),
);

const elements = upTo(1500).map((count) => `<mj-text>${'<b class="c1">x</b>'.repeat(count)}</mj-text>`);

const whole = fc
  .tuple(fc.array(head, { maxLength: 3 }), fc.array(section, { maxLength: 4 }), elements)
  .map(
    ([heads, sections, more]) =>
      `<mjml><mj-head>${heads.join('')}</mj-head><mj-body>${sections.join('')}<mj-section><mj-column>${more}</mj-column></mj-section></mj-body></mjml>`,
  );

const nested = fc
  .tuple(
    fc.constantFrom('mj-section', 'mj-column', 'mj-wrapper', 'mj-text', 'mj-body', 'mjml', 'x'),
    upTo(5000),
  )
  .map(
    ([name, depth]) =>
      `<mjml><mj-body>${`<${name}>`.repeat(depth)}x${`</${name}>`.repeat(depth)}</mj-body></mjml>`,
  );

/** MJML that was cut somewhere, or that has something inserted. */
const broken = fc
  .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }), oddText(50))
  .map(([text, where, piece]) => {
    const at = Math.floor(where * text.length);
    return text.slice(0, at) + piece;
  });

const mjmlDocument: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: whole, weight: 5 },
  { arbitrary: nested, weight: 1 },
  { arbitrary: broken, weight: 2 },
  { arbitrary: htmlPart, weight: 1 },
);

/** A `template_json`: a document with `mjml` and anything else. */
export const templateJson: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: mjmlDocument.map((mjml) => JSON.stringify({ mjml })), weight: 8 },
  {
    arbitrary: fc
      .tuple(mjmlDocument, fc.jsonValue())
      .map(([mjml, project]) => JSON.stringify({ project, mjml })),
    weight: 1,
  },
  { arbitrary: fc.json(), weight: 1 },
);
