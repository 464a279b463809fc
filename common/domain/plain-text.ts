import { compile } from 'html-to-text';

const skip = (selector: string) => ({ selector, format: 'skip' });
const heading = (selector: string) => ({ selector, options: { uppercase: false } });

const convert = compile({
  wordwrap: false, // quoted-printable limits the line length, and mail readers wrap lines to their own width
  selectors: [
    ...['head', 'title', 'style', 'script', '[hidden]'].map(skip),
    ...['[style*="display:none" i]', '[style*="display: none" i]', '[style*="mso-hide:all" i]'].map(skip),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(heading),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
  ],
  formatters: {
    alternative: (element, _walk, builder) => {
      const { alt } = element.attribs as { alt?: string };
      if (alt) builder.addInline(alt);
    },
  },
});

/** The text of HTML for the plain-text part of a mail. Throws a RangeError when elements nest too deep. */
export const plainTextOf = (html: string): string => convert(html).trim();
