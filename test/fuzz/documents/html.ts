import * as fc from 'fast-check';
import { oddText, upTo } from './texts.ts';

const ELEMENTS =
  'a b blockquote body br center dd div dl dt em font form h1 h2 h6 head hr html i img input li link meta ol option p pre script select span style svg table tbody td template textarea tfoot th thead title tr u ul video x-y math'.split(
    ' ',
  );

const ATTRIBUTES = [
  '',
  ' style="display:none"',
  ' style="mso-hide:all"',
  ' hidden',
  ' type="I" start="10000"',
  ' type="a" start="-3"',
  ' type="i" start="1e9"',
  ' start="99999999999999999999"',
  ' colspan="1000" rowspan="70000"',
  ' colspan="0"',
  ' href="https://shop.example/?a=((email))&b=1"',
  ' href="javascript:x"',
  ' href="https://[::1"',
  ' href=" //x y"',
  ' href="mailto:a@b.example"',
  ' href="#"',
  ' src="cid:x" alt="x"',
  ' class="a b c"',
  " a='\"' b",
  ' =',
  ' title="((',
];

const element = fc.constantFrom(...ELEMENTS);
const attribute = fc.oneof(
  fc.constantFrom(...ATTRIBUTES),
  oddText(200).map((text) => ` title="${text}"`),
);
const tag = fc.tuple(element, attribute).map(([name, more]) => `<${name}${more}>`);

const repeated = (one: string, times: number): string =>
  one.repeat(Math.min(times, Math.ceil(200_000 / Math.max(1, one.length))));

/** Nested elements: the same one, or two that close each other. */
const nested = fc
  .tuple(fc.array(tag, { minLength: 1, maxLength: 3 }), upTo(20_000), oddText(100), fc.boolean(), upTo(500))
  .map(([tags, depth, text, closed, lines]) => {
    const names = tags.map((one) => `</${/^<([\w-]+)/.exec(one)![1]}>`).toReversed();
    return (
      repeated(tags.join(''), depth) +
      repeated(`${text}<br>`, 1 + lines) +
      (closed ? repeated(names.join(''), depth) : '')
    );
  });

/** Many elements side by side. */
const wide = fc
  .tuple(tag, oddText(20), fc.boolean(), upTo(20_000))
  .map(([open, text, closed, times]) =>
    repeated(`${open}${text}${closed ? `</${/^<([\w-]+)/.exec(open)![1]}>` : ''}`, times),
  );

const table = fc
  .tuple(upTo(100), upTo(100), attribute)
  .map(
    ([rows, columns, more]) =>
      `<table>${repeated(`<tr>${`<td${more}>x</td>`.repeat(columns)}</tr>`, rows)}</table>`,
  );

const scrap = fc.constantFrom(
  '<!--',
  '-->',
  '<!DOCTYPE html>',
  '<![CDATA[',
  ']]>',
  '<?xml?>',
  '<!--[if mso]>',
  '<![endif]-->',
  '</',
  '<a <b',
  '<p/',
  '</p x>',
  '<style>@media{',
  '<script>',
  '<title>',
  '<textarea>',
  '<a href="',
  '<svg><style>',
  '<math><mi>',
);

const soup = fc
  .array(
    fc.oneof(
      tag,
      element.map((name) => `</${name}>`),
      scrap,
      oddText(100),
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((parts) => parts.join(''));

const mail = fc
  .tuple(oddText(200), oddText(200), fc.webUrl())
  .map(
    ([title, text, url]) =>
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>Hello ((first_name|friend)), ${text}</p>` +
      `<p><a href="${url}">Read on</a></p><p><a href="((unsubscribe_preferences))">Unsubscribe</a> ((sender_address))</p></body></html>`,
  );

/** The HTML of a mail: correct, nested, wide, or in pieces. */
export const htmlDocument: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: mail, weight: 3 },
      { arbitrary: nested, weight: 3 },
      { arbitrary: wide, weight: 2 },
      { arbitrary: table, weight: 1 },
      { arbitrary: soup, weight: 3 },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));

/** The contents of an MJML element that takes HTML. */
export const htmlPart: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: oddText(100), weight: 3 },
  { arbitrary: mail, weight: 1 },
  { arbitrary: wide, weight: 1 },
  { arbitrary: nested, weight: 1 },
  { arbitrary: soup, weight: 1 },
);
