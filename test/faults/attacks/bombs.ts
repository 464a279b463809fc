/** Small designs that take long or much memory to render. `salt` makes each one different, so that no cache has its result. */
export type Bomb = (salt: string) => string;

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

const mjml = (head: string, body: string, salt: string): string =>
  JSON.stringify({
    mjml: `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column><mj-text>${body}${salt}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  });

/** 1,500 rules that all match 1,500 elements: 11 s and 750 MB, measured alone; their result has 25 MB. */
export const inlineStyles: Bomb = (salt) =>
  mjml(
    `<mj-style inline="inline">${many(1500, (at) => `b.wide{property-${at}:${at}px}`)}</mj-style>`,
    '<b class="wide">x</b>'.repeat(1500),
    salt,
  );

/** 387 kB: 3,700 attributes for 3,700 elements. */
export const htmlAttributes: Bomb = (salt) =>
  mjml(
    `<mj-html-attributes>${many(
      3700,
      (at) => `<mj-selector path="b"><mj-html-attribute name="d${at}">1</mj-html-attribute></mj-selector>`,
    )}</mj-html-attributes>`,
    '<b>x</b>'.repeat(3700),
    salt,
  );

/** Elements that a parser closes automatically, except when they alternate: then they nest as deep as there are many. */
export const deepLists: Bomb = (salt) => `<p>${salt}</p>${'<li><p>'.repeat(100_000)}`;

/** Each line of the text has 390 quotation marks: 100 kB become 15.6 MB. */
export const quotations: Bomb = (salt) =>
  `<p>${salt}</p>${'<blockquote>'.repeat(390)}${'x<br>'.repeat(20_000)}`;

/** The same in 48 kB. */
export const smallQuotations: Bomb = (salt) =>
  `<p>${salt}</p>${'<blockquote>'.repeat(390)}${'x<br>'.repeat(8500)}`;

/** A number that has no Roman numeral. */
export const romanNumerals: Bomb = (salt) => `<p>${salt}</p><ol type="I" start="10000"><li>x</li></ol>`;
