import type { HtmlContext, HtmlMark, HtmlPiece, UrlPiece } from './html-pieces.ts';
import { nesting } from './nesting.ts';
import type { Placeholder, Segment } from './placeholders.ts';

// The tokenizer states of the HTML standard (13.2.5), as far as they matter for where a value stands.
type State =
  | 'data'
  | 'raw'
  | 'tag-open'
  | 'end-tag-open'
  | 'declaration'
  | 'bogus'
  | 'comment'
  | 'tag-name'
  | 'before-attribute'
  | 'attribute-name'
  | 'after-attribute-name'
  | 'before-value'
  | 'value';

const URL_ATTRIBUTES = new Set(
  'href src srcset action formaction background poster cite longdesc data xlink:href'.split(' '),
);
const RAW_ELEMENTS = new Set(['style', 'script', 'title', 'textarea']);
/** Attributes of `<meta>` that declare a charset. */
const META_ATTRIBUTES = new Set(['charset', 'content', 'http-equiv']);
/** What may stand before a document: a byte order mark, blanks and an XML declaration. */
const BEFORE = /^\ufeff?[ \t\r\n\f]{0,1000}(?:<\?xml\b[^>]{0,200}>)?/i;
const UTF_8 = Object.freeze({
  charset: /^\s*utf-?8\s*$/i,
  content: /charset\s*=\s*['"]?utf-?8\b/i,
  /** Of an XML declaration: its encoding. */
  encoding: /(\bencoding\s{0,9}=\s{0,9})(?:"[^"]*"|'[^']*')/i,
});
const isSpace = (c: string): boolean => c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f';
const isLetter = (c: string): boolean => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
/** No name that we search for is longer. This also bounds the text that is collected. */
const NAME_LENGTH = 32;

/** The language of a document: whether its `<html>` has a `lang`, and what its `xml:lang` says. */
interface Language {
  written: boolean;
  xml: string | null;
}

/**
 * Splits HTML once, in linear time. It finds the context of each placeholder, the attributes that are addresses and the
 * places to insert at. The contents of Outlook's conditional comments count as HTML, except for places to insert at. `deep`
 * is true when elements nest deeper than a parser should have to follow.
 */
export function scanHtml(segments: readonly Segment[]): {
  pieces: HtmlPiece[];
  deep: boolean;
  language: Language;
} {
  const pieces: HtmlPiece[] = [];
  let state: State = 'data';
  let raw = '';
  let element = '';
  let closing = false;
  let attribute = '';
  let quote: UrlPiece['quote'] = '';
  let url: Segment[] | null = null;
  let declaration = '';
  let dashes = 0;
  let conditional = false;
  /** The values of the current `<meta>` by attribute: index in `pieces`, and quote. */
  const meta = new Map<string, { readonly at: number; readonly quote: UrlPiece['quote'] }>();
  let valueAt = 0;
  const language: Language = { written: false, xml: null };
  const nest = nesting();

  let text = '';
  let flushed = 0;
  let tagAt = -1;

  function flush(to: number): void {
    if (to > flushed) (url ?? pieces).push(text.slice(flushed, to));
    flushed = to;
  }

  function mark(name: HtmlMark, at: number): void {
    if (conditional || at < flushed) return;
    flush(at);
    pieces.push({ kind: 'mark', mark: name });
  }

  function beginValue(at: number, its: UrlPiece['quote']): void {
    quote = its;
    state = 'value';
    valueAt = at;
    if (element === 'meta' && !closing && META_ATTRIBUTES.has(attribute)) {
      flush(at);
      meta.set(attribute, { at: pieces.length, quote });
    }
    if (closing || !URL_ATTRIBUTES.has(attribute)) return;
    flush(at);
    url = [];
  }

  function endValue(at: number): void {
    state = 'before-attribute';
    const value = element === 'meta' ? meta.get(attribute) : undefined;
    if (value) {
      flush(at);
      if (pieces.length === value.at) pieces.push('');
      // A value with a placeholder in it is no charset.
      if (pieces.length !== value.at + 1) meta.delete(attribute);
      if (attribute === 'charset') declareCharset('charset');
    } else if (element === 'html' && attribute === 'xml:lang' && !conditional) {
      language.xml ??= text.slice(valueAt, at);
    }
    if (!url) return;
    flush(at);
    pieces.push({ kind: 'url', element, attribute, quote, segments: url });
    url = null;
  }

  /** Makes the value of an attribute of `<meta>` the declaration that it is. */
  function declareCharset(of: 'charset' | 'content'): void {
    const value = meta.get(of);
    const written = value && pieces[value.at];
    if (typeof written !== 'string') return;
    const right = of === 'charset' ? 'utf-8' : `text/html;${value!.quote === '' ? '' : ' '}charset=utf-8`;
    pieces[value!.at] = {
      kind: 'charset',
      written,
      right: UTF_8[of].test(written) ? written : right,
      ignored: conditional,
    };
  }

  function endAttributeName(): void {
    if (element === 'html' && attribute === 'lang' && !closing && !conditional) language.written = true;
  }

  function endName(): void {
    if (closing && (element === 'body' || element === 'html')) mark(`${element}-end`, tagAt);
  }

  function endTag(after: number): void {
    state = 'data';
    if (closing) {
      nest.close(element);
      if (element === 'head') mark('head-end', after);
      return;
    }
    nest.open(element);
    if (element === 'html') mark('html-attributes', after - 1);
    if (element === 'body' || element === 'html' || element === 'head') mark(element, after);
    const named = element === 'meta' ? meta.get('http-equiv') : undefined;
    const kind = named && pieces[named.at];
    if (typeof kind === 'string' && kind.trim().toLowerCase() === 'content-type') declareCharset('content');
    if (RAW_ELEMENTS.has(element)) {
      raw = element;
      state = 'raw';
    }
  }

  /** Reads `<!--[if mso]>` from its `[` on. Returns where its contents begin, or -1 for an ordinary comment. */
  function conditionalEnd(at: number): number {
    if (!text.startsWith('[if', at)) return -1;
    const end = text.slice(at, at + 200).indexOf(']>'); // bounded, because the `]>` may be missing
    if (end === -1) return -1;
    const after = at + end + 2;
    conditional = !text.startsWith('<!--', after) && !text.startsWith('-->', after); // otherwise all readers but Outlook show it
    return after;
  }

  /** Reads one or more characters of the literal text at `at`. Returns where to continue. */
  function step(at: number): number {
    const c = text[at]!;
    switch (state) {
      case 'data': {
        const open = text.indexOf('<', at);
        if (open === -1) return text.length;
        tagAt = open;
        state = 'tag-open';
        return open + 1;
      }
      case 'raw': {
        const open = text.indexOf('<', at);
        if (open === -1) return text.length;
        const after = open + 2 + raw.length;
        if (text[open + 1] !== '/' || text.slice(open + 2, after).toLowerCase() !== raw) return open + 1;
        if (after < text.length && !isSpace(text[after]!) && !'/>'.includes(text[after]!)) return open + 1;
        raw = '';
        tagAt = open;
        state = 'tag-open';
        return open + 1;
      }
      case 'tag-open':
        closing = false;
        element = '';
        attribute = '';
        meta.clear();
        if (c === '/') state = 'end-tag-open';
        else if (isLetter(c)) state = 'tag-name';
        else if (c === '!') {
          state = 'declaration';
          declaration = '';
        } else if (c === '?') {
          state = 'bogus';
          declaration = c;
        } else state = 'data';
        return c === '/' || c === '!' || c === '?' ? at + 1 : at;
      case 'end-tag-open':
        closing = true;
        state = isLetter(c) ? 'tag-name' : c === '>' ? 'data' : 'bogus';
        declaration = '';
        return state === 'data' ? at + 1 : at;
      case 'declaration':
        if (c === '-' && declaration.length < 2) {
          declaration += c;
          if (declaration.length < 2) return at + 1;
          const inside = conditionalEnd(at + 1);
          state = inside === -1 ? 'comment' : 'data';
          dashes = 2; // `<!-->` and `<!--->` are complete comments
          return inside === -1 ? at + 1 : inside;
        }
        state = 'bogus';
        if (text.startsWith('[endif]', at)) conditional = false;
        declaration = c.toLowerCase();
        return at;
      case 'bogus': {
        const end = text.indexOf('>', at);
        if (end === -1) return text.length;
        state = 'data';
        if (declaration === 'd') mark('doctype', end + 1);
        return end + 1;
      }
      case 'comment': {
        if (dashes === 0) {
          const dash = text.indexOf('-', at);
          if (dash === -1) return text.length;
          dashes = 1;
          return dash + 1;
        }
        if (c === '>' && dashes >= 2) state = 'data';
        else if (c === '-') dashes++;
        else if (c !== '!' || dashes < 2 || text[at + 1] !== '>') dashes = 0;
        return at + 1;
      }
      case 'tag-name':
        if (isSpace(c) || c === '/') {
          state = 'before-attribute';
          endName();
        } else if (c === '>') {
          endName();
          endTag(at + 1);
        } else if (element.length < NAME_LENGTH) element += c.toLowerCase();
        return at + 1;
      case 'before-attribute':
        if (c === '>') endTag(at + 1);
        else if (!isSpace(c) && c !== '/') {
          attribute = c.toLowerCase();
          state = 'attribute-name';
        }
        return at + 1;
      case 'attribute-name':
        if (isSpace(c) || c === '=' || c === '/' || c === '>') endAttributeName();
        if (isSpace(c)) state = 'after-attribute-name';
        else if (c === '=') state = 'before-value';
        else if (c === '/') state = 'before-attribute';
        else if (c === '>') endTag(at + 1);
        else if (attribute.length < NAME_LENGTH) attribute += c.toLowerCase();
        return at + 1;
      case 'after-attribute-name':
        if (c === '=') state = 'before-value';
        else if (!isSpace(c)) {
          state = 'before-attribute';
          return at;
        }
        return at + 1;
      case 'before-value':
        if (isSpace(c)) return at + 1;
        if (c === '>') {
          endTag(at + 1);
          return at + 1;
        }
        if (c === '"' || c === "'") {
          beginValue(at + 1, c);
          return at + 1;
        }
        beginValue(at, '');
        return at;
      default: // 'value'
        if (quote !== '') {
          const end = text.indexOf(quote, at);
          if (end === -1) return text.length;
          endValue(end);
          return end + 1;
        }
        if (!isSpace(c) && c !== '>') return at + 1;
        endValue(at);
        return at;
    }
  }

  function literal(segment: string, from = 0): void {
    text = segment;
    flushed = from;
    tagAt = -1;
    for (let at = from; at < text.length; ) at = step(at);
    flush(text.length);
  }

  function contextHere(): HtmlContext | null {
    if (state === 'data') return 'text';
    if (state === 'comment') return 'comment';
    if (state === 'raw') return raw === 'script' ? null : raw === 'style' ? 'style' : 'title';
    if (state !== 'value' || attribute.startsWith('on') || attribute === 'srcdoc') return null;
    if (attribute === 'style') return quote === '' ? null : 'style';
    return quote === '' ? 'unquoted' : 'attribute';
  }

  function atom(placeholder: Placeholder): void {
    if (state === 'before-value') {
      text = '';
      flushed = 0;
      beginValue(0, '');
    }
    const context = contextHere();
    if (url) url.push(placeholder);
    else if (context) pieces.push({ kind: 'value', placeholder, context });
  }

  /** What stands before the document. Returns its length. */
  function start(segment: Segment | undefined): number {
    const [written] = (typeof segment === 'string' && BEFORE.exec(segment)) || [''];
    if (written.includes('<')) {
      const right = written.replace(UTF_8.encoding, '$1"utf-8"');
      pieces.push({ kind: 'charset', written, right, ignored: true });
    } else if (written !== '') pieces.push(written);
    pieces.push({ kind: 'mark', mark: 'start' });
    return written.length;
  }

  const begun = start(segments[0]);
  for (const [at, segment] of segments.entries()) {
    if (typeof segment === 'string') literal(segment, at === 0 ? begun : 0);
    else atom(segment);
  }
  if (url) {
    text = '';
    flushed = 0;
    endValue(0);
  }
  return { pieces, deep: nest.deep, language };
}
