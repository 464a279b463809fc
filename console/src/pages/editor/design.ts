import { valueOf } from '../../data/html.ts';

// A design in the editor: MJML elements with children, or with text that stays unchanged.

export interface Part {
  readonly tag: string;
  /** Decoded: `&amp;` is `&` here. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements, or HTML that is kept unchanged. */
  readonly inside: readonly Part[] | string;
}

export interface Design {
  /** Attributes of `<mjml>` with a leading blank; may be empty. */
  readonly root: string;
  /** All of `<mj-head>`, or nothing. */
  readonly head: string;
  readonly body: Part;
}

/** Elements with child elements. All others have HTML, or are shown as one piece. */
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

/** Sticky, so that the time is linear in the length. */
const NEXT = /<(\/?)(mj-[a-z-]+)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

const attributesOf = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name!, read(double ?? single ?? '')]),
  );

/** The offset after blanks and comments; the end for an unclosed comment. */
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

/** `<mj-head>` at this offset, or an empty text. */
function headAt(code: string, at: number): string {
  EMPTY_HEAD.lastIndex = at;
  const [empty = ''] = EMPTY_HEAD.exec(code) ?? [];
  const end = code.indexOf(HEAD_END, at);
  return empty === '' && end > at && /^<mj-head[\s>]/.test(code.slice(at, at + 9))
    ? code.slice(at, end + HEAD_END.length)
    : empty;
}

/** Reads accepted MJML. Null: the editor cannot keep all of it. */
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

/** Formatters put blanks before the bracket. */
const endTagOf = (tag: string): RegExp => new RegExp(`</${tag}\\s*>`, 'g');

interface Open extends Part {
  readonly inside: Part[];
}

/** Text between elements makes the design unreadable for the editor. */
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
      const end = endTagOf(tag);
      end.lastIndex = at;
      const last = end.exec(code);
      if (!last || !above) return null;
      above.inside.push({ tag, attributes, inside: code.slice(at, last.index) });
      at = end.lastIndex;
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

export const writeDesign = ({ root, head, body }: Design): string =>
  `<mjml${root}>\n${head === '' ? '' : `  ${head}\n`}${writePart(body, '  ')}\n</mjml>`;

/** Default attributes of the head, by element. */
export const defaultsOf = (head: string): string =>
  [...head.matchAll(/<mj-attributes\s*>[^]*?<\/mj-attributes>/g)].map(([found]) => found).join('');

export const sheetsOf = (head: string): string =>
  [...head.matchAll(/<mj-style[^>]*>([^]*?)<\/mj-style>/g)].map(([, css]) => css!).join('\n');
