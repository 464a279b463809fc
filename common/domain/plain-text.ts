import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { BLANKS, showsText } from './shows-text.ts';

const skip = (selector: string) => ({ selector, format: 'skip' });
const heading = (selector: string) => ({ selector, options: { uppercase: false } });

/** An editor put a file name into the alternative text. */
const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i;
const ALT_LENGTH = 200;

/** Contents that readers of HTML do not show, or show only after a press. */
const UNSHOWN = 'head title style script template svg noscript option datalist object'.split(' ');
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul'.split(
    ' ',
  ),
);
/** The highest first number that lists with letters or Roman numerals keep. */
const MOST_LETTERED = 1000;
const CELLS = new Set(['td', 'th']);

/** The parser's nodes know their neighbours. */
type LinkedNode = DomNode & { readonly prev?: DomNode | null };

const isTag = (node: DomNode): boolean => node.type === 'tag';

/** Whether one of the nodes, or a node inside, has a property. */
const some = (nodes: readonly DomNode[], has: (node: DomNode) => boolean): boolean =>
  nodes.some((node) => has(node) || some(node.children ?? [], has));

const isShown = (node: DomNode): boolean =>
  (node.type === 'text' && showsText(node.data ?? '')) ||
  (node.name === 'img' && Boolean(node.attribs?.['alt']));
const isBlock = (node: DomNode): boolean => isTag(node) && BLOCKS.has(node.name ?? '');

/** The cells of a row on one line, parted by a bar. In a row of a layout, the blocks of its cells part the lines. */
const row: FormatCallback = (element, walk, builder) => {
  const children = element.children ?? [];
  if (some(children, isBlock)) return walk(children, builder);
  let isAfter = false;
  for (const node of children) {
    const isCell = isTag(node) && CELLS.has(node.name ?? '') && some([node], isShown);
    if (isCell && isAfter) builder.addInline(' | ');
    walk([node], builder);
    isAfter ||= isCell;
  }
  // No block: its line breaks would replace those of the table.
  if (isAfter) builder.addLineBreak();
};

const convert = compile({
  wordwrap: false, // quoted-printable limits the line length, and mail readers wrap lines to their own width
  // The whole document: browsers also show what follows `</body>` and `</html>`.
  baseElements: { selectors: [] },
  selectors: [
    ...UNSHOWN.map(skip),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(heading),
    { selector: 'a', format: 'link', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
    { selector: 'tr', format: 'row' },
    { selector: 'ol', format: 'numbered' },
  ],
  formatters: {
    row,
    numbered: (element, walk, builder, options) => {
      const { attribs } = element;
      const start = Number.parseInt(attribs?.['start'] ?? '1', 10);
      attribs['start'] = String(Number.isNaN(start) ? 1 : start);
      // Letters and Roman numerals begin with one.
      if (!(start >= 1 && start <= MOST_LETTERED)) delete attribs['type'];
      builder.options.formatters['orderedList']!(element, walk, builder, options);
    },
    link: (element, walk, builder, options) => {
      const { attribs } = element;
      const href: string = attribs?.['href'] ?? '';
      // The subject and body of a mail that a reader shall write are no part of its address.
      if (/^mailto:/i.test(href))
        attribs['href'] = href.replace(/^mailto:/i, 'mailto:').replace(/\?.*$/s, '');
      if ((element as LinkedNode).prev?.name === 'a') builder.addInline(' ');
      builder.options.formatters['anchor']!(element, walk, builder, options);
    },
    alternative: (element, _walk, builder) => {
      const { alt, width, height } = element.attribs as { alt?: string; width?: string; height?: string };
      if (!alt || (width === '1' && height === '1')) return;
      if (alt.length > ALT_LENGTH || !FILE_NAME.test(alt.trim())) builder.addInline(alt);
    },
  },
});

/** One or two of them have a meaning: they join letters and emoji, or keep words together. */
const PADDING = new RegExp(`[${BLANKS}]{4,}`, 'g');

function tidyLine(line: string): string {
  if (!showsText(line)) return '';
  const tidy = line.replace(PADDING, (run) => (/^[ \t]+$/.test(run) ? run : ' '));
  let end = tidy.length;
  while (!showsText(tidy[end - 1]!)) end--;
  return tidy.slice(0, end);
}

/** Removes lines and line ends that show nothing, padding of previews, and repeated blank lines. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map(tidyLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The plain-text part of HTML, without elements that no reader sees. Throws a RangeError when elements nest too deep. */
export const plainTextOf = (html: string): string => tidied(convert(html));
