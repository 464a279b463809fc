import { compile } from 'html-to-text';
import { BLANKS, showsText } from './shows-text.ts';

const skip = (selector: string) => ({ selector, format: 'skip' });
const heading = (selector: string) => ({ selector, options: { uppercase: false } });

/** An editor put a file name into the alternative text. */
const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i;
const ALT_LENGTH = 200;

const convert = compile({
  wordwrap: false, // quoted-printable limits the line length, and mail readers wrap lines to their own width
  selectors: [
    ...['head', 'title', 'style', 'script'].map(skip),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(heading),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
  ],
  formatters: {
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
