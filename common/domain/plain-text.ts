import { compile } from 'html-to-text';

const skip = (selector: string) => ({ selector, format: 'skip' });
const heading = (selector: string) => ({ selector, options: { uppercase: false } });

/** How authors hide a preview text: no reader shows such an element. */
const HIDING = [
  'display:none',
  'display: none',
  'visibility:hidden',
  'visibility: hidden',
  'mso-hide:all',
  'mso-hide: all',
  'max-height:0;',
  'max-height: 0;',
  'max-height:0px',
  'max-height: 0px',
];
/** The alternative text of an image that shows nothing: a file name that an editor put there. */
const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i;
const ALT_LENGTH = 200;

const convert = compile({
  wordwrap: false, // quoted-printable limits the line length, and mail readers wrap lines to their own width
  selectors: [
    ...['head', 'title', 'style', 'script', '[hidden]'].map(skip),
    ...HIDING.map((style) => skip(`[style*="${style}" i]`)),
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

// Characters that show nothing: blanks of all kinds, and those that authors pad a preview with. Direction marks that embed or
// isolate text are not among them, since they come in pairs.
const NOTHING =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0';
const SHOWN = new RegExp(`[^${NOTHING}]`);
/** One or two of them have a meaning: they join letters and emoji, or keep words together. */
const PADDING = new RegExp(`[${NOTHING}]{4,}`, 'g');

function tidyLine(line: string): string {
  if (!SHOWN.test(line)) return '';
  const tidy = line.replace(PADDING, (run) => (/^[ \t]+$/.test(run) ? run : ' '));
  let end = tidy.length;
  while (!SHOWN.test(tidy[end - 1]!)) end--;
  return tidy.slice(0, end);
}

/** Removes what is no text: lines and ends of lines that show nothing, padding of previews, and all but one of blank lines. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map(tidyLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The text of HTML for the plain-text part of a mail, without what HTML hides. Throws a RangeError when elements nest too
 * deep.
 */
export const plainTextOf = (html: string): string => tidied(convert(html));
