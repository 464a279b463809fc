import { Parser } from 'htmlparser2';
import { type ClientSupport, createClientSupport } from './client-support.ts';
import { readLink } from './links.ts';
import { type Problem, problem } from './problems.ts';

export interface HtmlFindings {
  readonly problems: readonly Problem[];
  /** Distinct addresses to request, in the order of the mail. */
  readonly links: readonly string[];
}

const MOST_LINKS = 10_000;
const SHOWN = 200;

/** Values of `src` without an image: blank, or the SVG text that design editors write. */
const NOT_CHOSEN = /^(?:<|$)/;

/** Reads HTML with its placeholders. Its time is not limited: call it only in processes that can be killed. */
export function readMailHtml(html: string, mjml: boolean): HtmlFindings {
  const support: ClientSupport = createClientSupport(mjml);
  const problems: Problem[] = [];
  const links = new Set<string>();
  const seen = new Set<string>();
  let style: string[] | null = null;

  function link(href: string): void {
    if (seen.has(href) || seen.size === MOST_LINKS) return;
    seen.add(href);
    const read = readLink(href);
    if ('wrong' in read) problems.push(read.wrong);
    else if (read.ask !== null) links.add(read.ask);
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      support.element(name, attributes);
      const { style: inline, href, src, alt } = attributes;
      if (inline !== undefined) support.css(inline);
      if ((name === 'a' || name === 'area') && href !== undefined) link(href);
      if (name === 'img' || name === 'source') support.image(src ?? attributes['srcset'] ?? '');
      if (name === 'img' && NOT_CHOSEN.test((src ?? '').trim()) && !attributes['srcset'])
        problems.push(
          problem(
            'image_missing',
            'template',
            `${alt ? `The image “${alt.slice(0, SHOWN)}”` : 'An image'} was not chosen: its place in the mail stays empty. Choose an image, or remove it.`,
          ),
        );
      else if (name === 'img' && alt === undefined)
        problems.push(
          problem(
            'image_text_missing',
            (src ?? '').slice(0, SHOWN) || 'template',
            'The image has no description. Describe it in alt="…", or write alt="" if it is decoration.',
          ),
        );
      style = name === 'style' ? [] : style;
    },
    ontext(text) {
      style?.push(text);
    },
    onclosetag(name) {
      if (name !== 'style' || !style) return;
      support.css(style.join(''));
      style = null;
    },
  });
  parser.end(html);
  return { problems: [...problems, ...support.problems()], links: [...links] };
}
