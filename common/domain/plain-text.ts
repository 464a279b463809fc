import { compile } from 'html-to-text';

const skip = (selector: string) => ({ selector, format: 'skip' });
const heading = (selector: string) => ({ selector, options: { uppercase: false } });

const convert = compile({
  wordwrap: false, // lines are wrapped by quoted-printable, and a reader wraps them to its own width
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

/** The text of HTML, as a mail's plain-text part has it. Throws a RangeError where elements nest too deep to follow. */
export const plainTextOf = (html: string): string => convert(html).trim();
