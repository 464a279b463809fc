import { valueOf } from '../../data/html.ts';

// A design in the editor: MJML elements with children, or with text that stays unchanged.

export interface Part {
  readonly tag: string;
  /** Decoded: `&amp;` is `&` here. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements, or HTML that is kept unchanged. */
  readonly inside: readonly Part[] | string;
  /** Absent: a new part. */
  readonly source?: PartSource;
}

/** How a part was written, so that parts without changes stay to the letter. */
interface PartSource {
  /** Blanks, comments, and words that no email shows, in front of the part. */
  readonly before: string;
  readonly start: string;
  /** The attributes of `start`. */
  readonly attributes: Part['attributes'];
  /** The end tag with what is in front of it; empty: `start` is the whole element. */
  readonly end: string;
}

export interface Design {
  /** The code in front of the head, and the code behind the body. */
  readonly root: { readonly start: string; readonly end: string };
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
const NEXT = /<(\/?)(mj-[a-z-]+)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** The attributes of a start tag. MJML takes the first of two with the same name. */
export function attributesOf(written: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', ...values] of written.matchAll(ATTRIBUTE))
    if (!found.has(name)) found.set(name, read(values.find((value) => value !== undefined) ?? ''));
  return Object.fromEntries(found);
}

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

/** The offset of the next element. MJML leaves words between elements out of the email. */
function nextElement(code: string, from: number): number {
  for (let at = from; ; ) {
    at = code.indexOf('<', at);
    if (at < 0) return code.length;
    if (!code.startsWith('<!--', at)) return at;
    at = afterComments(code, at);
  }
}

const RAW = /<mj-raw(?=[\s>])[^>]*>/y;
const RAW_END = '</mj-raw>';

/** Besides head and body, `<mjml>` may have code for the start of the file. */
function headOrBody(code: string, from: number): number {
  for (let at = from; ; ) {
    at = RAW.lastIndex = nextElement(code, at);
    const end = RAW.test(code) ? code.indexOf(RAW_END, at) : -1;
    if (end < 0) return at;
    at = end + RAW_END.length;
  }
}

const ROOT = /<mjml(?:\s[^>]*)?>/y;
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
  if (!ROOT.test(whole) || !whole.endsWith(END)) return null;
  const at = headOrBody(whole, ROOT.lastIndex);
  const head = headAt(whole, at);
  const code = whole.slice(at + head.length, -END.length);
  const body = readBody(code);
  if (!body || headOrBody(code, body.end) < code.length) return null;
  return { root: { start: whole.slice(0, at), end: `${code.slice(body.end)}${END}` }, head, body: body.part };
}

/** Formatters put blanks before the bracket. */
const endTagOf = (tag: string): RegExp => new RegExp(`</${tag}\\s*>`, 'g');

interface Open extends Part {
  readonly inside: Part[];
  readonly source: PartSource;
}

/** The body, and the offset behind it. */
function readBody(code: string): { part: Part; end: number } | null {
  const open: Open[] = [];
  let at = 0;
  for (;;) {
    const above = open.at(-1);
    NEXT.lastIndex = above ? nextElement(code, at) : headOrBody(code, at);
    const before = code.slice(at, NEXT.lastIndex);
    const found = NEXT.exec(code);
    if (!found) return null;
    at = NEXT.lastIndex;
    const [start, closes, tag = '', written = '', isEmpty] = found;
    if (closes) {
      if (above?.tag !== tag) return null;
      open.pop();
      const part = { ...above, source: { ...above.source, end: before + start } };
      if (open.length === 0) return { part, end: at };
      open.at(-1)!.inside.push(part);
      continue;
    }
    if (!above && tag !== 'mj-body') return null;
    const attributes = attributesOf(written);
    const source: PartSource = { before, start, attributes, end: '' };
    if (isEmpty) {
      const part: Part = { tag, attributes, inside: OUTER.has(tag) ? [] : '', source };
      if (!above) return { part, end: at };
      above.inside.push(part);
    } else if (OUTER.has(tag)) open.push({ tag, attributes, inside: [], source });
    else {
      const end = endTagOf(tag);
      end.lastIndex = at;
      const last = end.exec(code);
      if (!last || !above) return null;
      const inside = code.slice(at, last.index);
      above.inside.push({ tag, attributes, inside, source: { ...source, end: last[0] } });
      at = end.lastIndex;
    }
  }
}

function startTagOf({ tag, attributes }: Part, isWhole: boolean): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${valueOf(value)}"`);
  return `<${tag}${written.join('')}${isWhole ? ' /' : ''}>`;
}

function writePart(part: Part, indent: string): string {
  const { tag, attributes, inside, source } = part;
  const isWhole = source?.end === '' && inside.length === 0;
  const isAsRead = source?.attributes === attributes && (isWhole || source.end !== '');
  const start = `${source?.before ?? `\n${indent}`}${isAsRead ? source.start : startTagOf(part, isWhole)}`;
  if (isWhole) return start;
  const within =
    typeof inside === 'string' ? inside : inside.map((one) => writePart(one, `${indent}  `)).join('');
  const hasParts = typeof inside !== 'string' && inside.length > 0;
  return `${start}${within}${source?.end || `${hasParts ? `\n${indent}` : ''}</${tag}>`}`;
}

/** The root of a new design. */
export const NEW_ROOT: Design['root'] = { start: '<mjml>\n', end: '\n</mjml>' };

export const writeDesign = ({ root, head, body }: Design): string =>
  `${root.start}${head}${writePart(body, '  ')}${root.end}`;

/** Default attributes of the head, by element. */
export const defaultsOf = (head: string): string =>
  [...head.matchAll(/<mj-attributes\s*>[^]*?<\/mj-attributes>/g)].map(([found]) => found).join('');

export const sheetsOf = (head: string): string =>
  [...head.matchAll(/<mj-style[^>]*>([^]*?)<\/mj-style>/g)].map(([, css]) => css!).join('\n');
