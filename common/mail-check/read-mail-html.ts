import { Parser } from 'htmlparser2';
import { type ClientSupport, createClientSupport } from './client-support.ts';
import { Legibility } from './legibility.ts';
import { linkTextProblems } from './link-texts.ts';
import { readLink, unreachableImage } from './links.ts';
import { type CheckCode, type Problem, problem } from './problems.ts';

export interface HtmlFindings {
  readonly problems: readonly Problem[];
  /** Distinct addresses to request, in the order of the mail. */
  readonly links: readonly string[];
  readonly images: readonly string[];
}

/** Elements that mail clients remove. */
const SCRIPTED: ReadonlySet<string> = new Set([
  'script',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
]);
const FORM: ReadonlySet<string> = new Set(['form', 'input', 'textarea', 'select', 'button']);

const MOST_LINKS = 10_000;
const SHOWN = 200;
/** No address is longer. */
const LONGEST_TEXT = 4096;

/** Values of `src` without an image: blank, or the SVG text that design editors write. */
const NOT_CHOSEN = /^(?:<|$)/;

/** Fonts and other style sheets, which are no images. */
const NO_IMAGES = /@font-face\s*\{[^}]{0,4096}\}|@import[^;]{0,4096};/gi;
const CSS_ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]*))\s*\)/gi;

/** Addresses of images in CSS. */
const cssImages = (css: string): string[] =>
  [...css.replace(NO_IMAGES, '').matchAll(CSS_ADDRESS)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').trim(),
  );

/** Addresses of images in attributes, other than the `src` of an image. */
const attributeImages = (name: string, attributes: Readonly<Record<string, string>>): string[] =>
  [
    // A comma without a blank may be part of an address.
    ...(attributes['srcset'] ?? '').split(/,\s+/).map((one) => one.trim().split(/\s/, 1)[0]!),
    attributes['background'] ?? '',
    attributes['poster'] ?? '',
    (name === 'input' && attributes['src']) || '',
    ...cssImages(attributes['style'] ?? ''),
  ].filter((address) => address.trim() !== '');

/**
 * Reads HTML with its placeholders. Its time is not limited: call it only in processes that can be killed. `own`: the service's address,
 * whose images recipients can load once it is public.
 */
export function readMailHtml(html: string, mjml: boolean, own = '', tracked = false): HtmlFindings {
  const support: ClientSupport = createClientSupport(mjml);
  const legibility = new Legibility();
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

  /** The text of the link that is open, as far as it may be an address. */
  let open: { readonly href: string; text: string } | null = null;
  const told = new Set<string>();
  function shown({ href, text }: { href: string; text: string }): void {
    for (const one of linkTextProblems(href, text, tracked)) {
      const key = `${one.code} ${one.where}`;
      if (told.has(key) || told.size === MOST_LINKS) continue;
      told.add(key);
      problems.push(one);
    }
  }

  const images = new Set<string>();
  const shownImages = new Set<string>();
  function image(src: string): void {
    if (images.has(src) || images.size === MOST_LINKS || (own !== '' && src.startsWith(`${own}/`))) return;
    images.add(src);
    const wrong = unreachableImage(src);
    if (wrong !== null) problems.push(problem('image_unreachable', src.slice(0, SHOWN), wrong));
    else {
      const read = readLink(src.startsWith('//') ? `https:${src}` : src);
      if ('ask' in read && read.ask !== null) shownImages.add(read.ask);
    }
  }

  const found = new Set<CheckCode>();
  /** Once a mail. */
  function once(code: CheckCode, text: string): void {
    if (found.has(code)) return;
    found.add(code);
    problems.push(problem(code, 'template', text));
  }

  function unwanted(name: string, attributes: Readonly<Record<string, string>>): void {
    const handler = Object.keys(attributes).find((one) => one.startsWith('on') && one.length > 4);
    if (SCRIPTED.has(name) || handler !== undefined)
      once(
        'script_in_mail',
        `Mail clients remove ${handler ?? `<${name}>`}. Remove it, and link to a page instead.`,
      );
    if (
      'amp4email' in attributes ||
      '⚡4email' in attributes ||
      'amp-boilerplate' in attributes ||
      'amp4email-boilerplate' in attributes
    )
      once('script_in_mail', 'The template is AMP, which is blank in most mail clients. Use plain HTML.');
    if (FORM.has(name))
      once(
        'form_in_mail',
        `Many mail clients remove <${name}> or warn about it. Link to a page with the form instead.`,
      );
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      unwanted(name, attributes);
      legibility.open(name, attributes);
      support.element(name, attributes);
      const { style: inline, href, src, alt } = attributes;
      if (inline !== undefined) support.css(inline);
      if ((name === 'a' || name === 'area') && href !== undefined) link(href);
      if (name === 'a' && href !== undefined) open = { href, text: '' };
      if (name === 'img' || name === 'source') support.image(src ?? attributes['srcset'] ?? '');
      const isMissing = name === 'img' && NOT_CHOSEN.test((src ?? '').trim()) && !attributes['srcset'];
      if (isMissing)
        problems.push(
          problem(
            'image_missing',
            'template',
            `${alt ? `The image “${alt.slice(0, SHOWN)}”` : 'An image'} was not chosen: its place in the mail stays empty. Choose an image, or remove it.`,
          ),
        );
      if (name === 'img' && src && !isMissing) image(src);
      for (const address of attributeImages(name, attributes)) image(address);
      if (name === 'img' && !isMissing && alt === undefined)
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
      legibility.text(text);
      if (open && open.text.length <= LONGEST_TEXT) open.text += text;
    },
    onclosetag(name) {
      legibility.close();
      if (name === 'a' && open) {
        shown(open);
        open = null;
      }
      if (name !== 'style' || !style) return;
      const sheet = style.join('');
      support.css(sheet);
      legibility.sheet(sheet);
      for (const address of cssImages(sheet)) if (address !== '') image(address);
      style = null;
    },
  });
  parser.end(html);
  return {
    problems: [...problems, ...legibility.problems(), ...support.problems()],
    links: [...links],
    images: [...shownImages],
  };
}
