import { valueOf } from '../../data/html.ts';

// A design as the editor works on it: elements of MJML, each with others inside, or with a text that stays as it was written.

/** An element of a design. */
export interface Part {
  readonly tag: string;
  /** As they read: `&amp;` is `&` here. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Other elements, or HTML that is kept to the letter. */
  readonly inside: readonly Part[] | string;
}

/** A design: what the editor does not change, and the body. */
export interface Design {
  /** The attributes of `<mjml>` as they were written, with a blank before them; else empty. */
  readonly root: string;
  /** All of `<mj-head>`, or nothing. */
  readonly head: string;
  readonly body: Part;
}

/** Elements that have elements inside; in all others stands HTML, or what the editor shows as one piece. */
export const OUTER_TAGS = [
  'mj-body',
  'mj-wrapper',
  'mj-section',
  'mj-group',
  'mj-column',
  'mj-hero',
  'mj-social',
  'mj-navbar',
] as const;
const OUTER: ReadonlySet<string> = new Set(OUTER_TAGS);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  lt: '<',
  gt: '>',
};

const read = (text: string): string =>
  text.replaceAll(/&(amp|quot|apos|#39|lt|gt);/g, (_, name: string) => ENTITIES[name]!);

/** A tag. It is looked for in one place only, so that the time is that of the length. */
const NEXT = /<(\/?)(mj-[a-z-]+)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

const attributesOf = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name!, read(double ?? single ?? '')]),
  );

/** The offset after blanks and comments; that of the end where a comment does not end. */
function afterComments(code: string, from: number): number {
  for (let at = from; ; ) {
    while (/\s/.test(code.charAt(at))) at += 1;
    if (!code.startsWith('<!--', at)) return at;
    const end = code.indexOf('-->', at + 4);
    if (end < 0) return code.length;
    at = end + 3;
  }
}

const ROOT = /<mjml((?:\s[^>]*)?)>/y;
const EMPTY_HEAD = /<mj-head\s*\/>/y;
const HEAD_END = '</mj-head>';
const END = '</mjml>';

/** All of `<mj-head>` where it stands at this offset, else nothing. */
function headAt(code: string, at: number): string {
  EMPTY_HEAD.lastIndex = at;
  const [empty = ''] = EMPTY_HEAD.exec(code) ?? [];
  const end = code.indexOf(HEAD_END, at);
  return empty === '' && end > at && /^<mj-head[\s>]/.test(code.slice(at, at + 9))
    ? code.slice(at, end + HEAD_END.length)
    : empty;
}

/** Reads MJML that the service took. Null: it is not in a form that the editor can keep whole. */
export function readDesign(mjml: string): Design | null {
  const whole = mjml.trim();
  ROOT.lastIndex = afterComments(whole, 0);
  const found = ROOT.exec(whole);
  if (!found || !whole.endsWith(END)) return null;
  const at = afterComments(whole, ROOT.lastIndex);
  const head = headAt(whole, at);
  const body = readBody(whole.slice(at + head.length, -END.length));
  return body && { root: found[1]!.trimEnd(), head, body };
}

interface Open extends Part {
  readonly inside: Part[];
}

/** Texts between elements belong to none; where there is one, it is not read at all. */
function readBody(code: string): Part | null {
  const open: Open[] = [];
  let at = 0;
  for (;;) {
    NEXT.lastIndex = afterComments(code, at);
    const found = NEXT.exec(code);
    if (!found) return null;
    at = NEXT.lastIndex;
    const [, closes, tag = '', written = '', isEmpty] = found;
    const above = open.at(-1);
    if (closes) {
      if (above?.tag !== tag) return null;
      open.pop();
      if (open.length === 0) return isBlank(code.slice(at)) ? above : null;
      open.at(-1)!.inside.push(above);
      continue;
    }
    if (!above && tag !== 'mj-body') return null;
    const attributes = attributesOf(written);
    if (isEmpty) {
      const part: Part = { tag, attributes, inside: OUTER.has(tag) ? [] : '' };
      if (!above) return isBlank(code.slice(at)) ? part : null;
      above.inside.push(part);
    } else if (OUTER.has(tag)) open.push({ tag, attributes, inside: [] });
    else {
      const end = code.indexOf(`</${tag}>`, at);
      if (end < 0 || !above) return null;
      above.inside.push({ tag, attributes, inside: code.slice(at, end) });
      at = end + tag.length + 3;
    }
  }
}

const isBlank = (code: string): boolean => afterComments(code, 0) === code.length;

function writePart({ tag, attributes, inside }: Part, indent: string): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${valueOf(value)}"`)
    .join('');
  if (typeof inside === 'string') return `${indent}<${tag}${written}>${inside}</${tag}>`;
  if (inside.length === 0) return `${indent}<${tag}${written}></${tag}>`;
  const within = inside.map((part) => writePart(part, `${indent}  `)).join('\n');
  return `${indent}<${tag}${written}>\n${within}\n${indent}</${tag}>`;
}

/** The MJML of a design. */
export const writeDesign = ({ root, head, body }: Design): string =>
  `<mjml${root}>\n${head === '' ? '' : `  ${head}\n`}${writePart(body, '  ')}\n</mjml>`;

/** What the canvas needs of the head: defaults of attributes, for each element that it compiles. */
export const defaultsOf = (head: string): string =>
  [...head.matchAll(/<mj-attributes\s*>[^]*?<\/mj-attributes>/g)].map(([found]) => found).join('');

/** The style sheets in the head. */
export const sheetsOf = (head: string): string =>
  [...head.matchAll(/<mj-style[^>]*>([^]*?)<\/mj-style>/g)].map(([, css]) => css!).join('\n');
