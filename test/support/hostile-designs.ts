// Designs that take minutes or gigabytes unless rendering is limited.

export const mjmlOfBody = (body: string, head = ''): string =>
  `<mjml>${head === '' ? '' : `<mj-head>${head}</mj-head>`}<mj-body><mj-section><mj-column>${body}</mj-column></mj-section></mj-body></mjml>`;

/** Each of these rules is tried on each of these elements: 66 kB. */
const rules = Array.from({ length: 1500 }, (_, at) => `.a${at} b{color:red}`).join('');
export const INLINE_STYLES = mjmlOfBody(
  `<mj-text>${'<b>x</b>'.repeat(1500)}</mj-text>`.repeat(3),
  `<mj-style inline="inline">${rules}</mj-style>`,
);

/** Each of these selectors finds each of these elements: 390 kB. */
const selectors = Array.from(
  { length: 3000 },
  (_, at) =>
    `<mj-selector path="i, .a${at}"><mj-html-attribute name="data-x${at}">y</mj-html-attribute></mj-selector>`,
).join('');
export const HTML_ATTRIBUTES = mjmlOfBody(
  `<mj-text>${'<i>x</i>'.repeat(5000)}</mj-text>`,
  `<mj-html-attributes>${selectors}</mj-html-attributes>`,
);

/** HTML whose text takes minutes or megabytes, or can't be made; named after what is unusual about it. */
export const HOSTILE_HTML = Object.freeze({
  'alternating items and paragraphs': '<li><p>'.repeat(100_000),
  'nested quotes': '<blockquote>'.repeat(390),
  'a list from a large Roman number': '<ol type="I" start="10000"><li>x</li></ol>',
  'open elements': '<div>'.repeat(300_000),
  'rows of one table': `<table>${'<tr><td>x</td></tr>'.repeat(40_000)}</table>`,
} as const);
