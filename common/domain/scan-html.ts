import { type HidingRules, hidingRules, NO_RULES, UNKNOWN } from './hiding-css.ts';
import { decodeHtml } from './html-escape.ts';
import type { HtmlContext, HtmlMark, HtmlPiece, UrlPiece } from './html-pieces.ts';
import { nesting, VOID } from './nesting.ts';
import type { Placeholder, Segment } from './placeholders.ts';
import { showsText } from './shows-text.ts';
import {
  ATTRIBUTE_LENGTH,
  type Hiding,
  hidingOf,
  IN_DOUBT,
  IN_SIGHT,
  isDot,
  SIGHT_ATTRIBUTES,
  type Sight,
  sightOf,
} from './sight.ts';

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
/** Elements whose contents are no markup. */
const RAW_ELEMENTS = new Set([
  'style',
  'script',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'xmp',
]);
/** Attributes from which it follows whether a reader sees an element. */
const WATCHED: ReadonlySet<string> = new Set([...SIGHT_ATTRIBUTES, 'alt', 'media']);
/** Browsers open these again behind the element that ended them (13.2.4.3), except behind a cell of a table. */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const CELLS = new Set(['td', 'th', 'caption']);
/** Further elements that end a paragraph in browsers, as `div` does. */
const BLOCKS = new Set(
  'center details dialog dir dl fieldset figcaption figure hgroup menu search summary'.split(' '),
);
/** Elements of which a document has one, whatever their tags say. */
const FRAME = new Set(['html', 'head', 'body']);
/** Values of `media` with which a style sheet always applies. */
const EVERYWHERE = new Set(['', 'all', 'screen']);
/** Characters of what is open that an author is shown. */
const BEGIN_LENGTH = 60;
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

/** A comment or an element that is open at the end of HTML, so that all that follows belongs to it. */
export interface LeftOpen {
  /** `comment`, or the name of the element. */
  readonly what: string;
  /** How it begins. */
  readonly begin: string;
}

/** What {@link scanHtml} finds. */
export interface ScannedHtml {
  readonly pieces: HtmlPiece[];
  readonly deep: boolean;
  readonly language: Language;
  readonly leftOpen: LeftOpen | null;
  /** The element that hides the whole mail: `html` or `body`; null where none does. */
  readonly hiddenFrame: string | null;
}

/** A place in the pieces: characters of the piece with this index. */
interface Place {
  readonly index: number;
  readonly offset: number;
}

/** The state of an open element. */
interface Seen {
  readonly sight: Sight;
  /** The link that it is in. */
  readonly link: Link | null;
  /** It hides more than the elements around it do. */
  readonly hides: boolean;
}
type Link = { -readonly [Key in keyof UrlPiece]: UrlPiece[Key] };

const NOTHING_OPEN: Seen = Object.freeze({ sight: IN_SIGHT, link: null, hides: false });
const TOO_DEEP: Seen = Object.freeze({ sight: IN_DOUBT, link: null, hides: true });

/**
 * Splits HTML in linear time. It finds the context of each placeholder, the attributes that are addresses and the
 * places to insert at. The contents of Outlook's conditional comments count as HTML, except for places to insert at. `deep`
 * is true when elements nest deeper than a parser should have to follow. It also says what a reader sees, which is all that a footer,
 * the text part and the check have to go by.
 */
export function scanHtml(segments: readonly Segment[]): ScannedHtml {
  const { sheets, ...scanned } = scan(segments, NO_RULES);
  const rules = hidingRules(sheets);
  if (rules.size === 0) return scanned;
  const { sheets: _, ...again } = scan(segments, rules);
  return again;
}

function scan(
  segments: readonly Segment[],
  rules: HidingRules,
): ScannedHtml & { readonly sheets: readonly string[] } {
  const pieces: HtmlPiece[] = [];
  let state: State = 'data';
  let raw = '';
  let element = '';
  let closing = false;
  let attribute = '';
  /** The watched attributes of the current tag. */
  const attributes = new Map<string, string>();
  /** The value of the current one, as far as it is read; null: it is not watched, or stood before. */
  let collected: string | null = null;
  let collectedFrom = 0;
  let address: Link | null = null;
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
  const sheets: string[] = [];
  /** The style sheet that is read; null: it does not count. */
  let sheet: string[] | null = null;
  const seen = nesting<Seen>();
  /** The state outside of all elements but `html`, `head` and `body`. */
  let root = NOTHING_OPEN;
  let here = NOTHING_OPEN;
  /** Links that another one in them has ended. */
  const ended = new Set<Link>();
  const cuts: (Place & { readonly mark: HtmlMark })[] = [];
  let hiddenFrame: string | null = null;
  let tagPlace: Place = { index: 0, offset: 0 };
  /** Where the conditional comment or the element without markup begins in which we are. */
  let openPlace = tagPlace;

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

  const placeOf = (at: number): Place => ({ index: pieces.length, offset: Math.max(0, at - flushed) });

  /** Changes the current state at this place. */
  function look(next: Seen, place: Place): void {
    const [before, after] = [hidingHere(here), hidingHere(next)];
    here = next;
    if (next === TOO_DEEP) return;
    if (before === 2 && after < 2) cuts.push({ ...place, mark: 'hidden-end' });
    if (before > 0 && after === 0) cuts.push({ ...place, mark: 'doubt-end' });
    if (before === 0 && after > 0) cuts.push({ ...place, mark: 'doubt' });
    if (before < 2 && after === 2) cuts.push({ ...place, mark: 'hidden' });
  }

  /** How far an element hides what the document itself does not. */
  const hidingHere = ({ sight }: Seen): Hiding =>
    hidingOf(sight) > hidingOf(root.sight) ? hidingOf(sight) : 0;
  const innermost = (): Seen => (seen.deep ? TOO_DEEP : (seen.note ?? root));
  const isSeen = ({ sight }: Seen): boolean => hidingOf(sight) === 0 && sight.font === 0;

  /** A reader sees something in this link. */
  function showLink(link: Link | null): void {
    if (link && !ended.has(link)) link.shown = true;
  }

  function openSeen(after: number): void {
    if (FRAME.has(element)) {
      root = { ...root, sight: sightOf(element, attributes, root.sight, rules) };
      if (hidingOf(root.sight) === 2) hiddenFrame ??= element;
      here = innermost();
      return;
    }
    seen.end(BLOCKS.has(element) ? 'div' : element);
    const outer = innermost();
    look(outer, tagPlace);
    const sight = sightOf(element, attributes, outer.sight, rules);
    const alt = decodeHtml(attributes.get('alt') ?? '');
    const isImage = hidingOf(sight) === 0 && showsText(alt) && !isDot(attributes);
    if (element === 'img' && isImage) showLink(outer.link);
    if (element === 'area' && address && showsText(alt)) address.shown = hidingOf(outer.sight) === 0;
    if (element === 'a' && outer.link) ended.add(outer.link);
    const link = element === 'a' ? address : outer.link;
    const hides = hidingOf(sight) > hidingOf(outer.sight) || sight.font > outer.sight.font;
    const inner = { sight, link, hides };
    if (VOID.has(element)) {
      look(inner, tagPlace);
      look(outer, placeOf(after));
      return;
    }
    seen.open(element, inner);
    look(innermost(), tagPlace);
  }

  function closeSeen(after: number): void {
    if (FRAME.has(element)) return;
    const inside = seen.close(element);
    if (!CELLS.has(element))
      for (const one of inside)
        if (FORMATTING.has(one.element) && one.note.hides) seen.open(one.element, one.note);
    look(innermost(), placeOf(after));
  }

  /** Text between tags. */
  function between(from: number, to: number): void {
    if (conditional || !here.link || here.link.shown || to <= from || !isSeen(here)) return;
    if (showsText(decodeHtml(text.slice(from, to)))) showLink(here.link);
  }

  function beginValue(at: number, its: UrlPiece['quote']): void {
    quote = its;
    state = 'value';
    valueAt = at;
    collectedFrom = at;
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
    if (collected !== null) {
      attributes.set(attribute, decodeHtml(collectedTo(at)));
      collected = null;
    }
    if (!url) return;
    flush(at);
    const piece: Link = { kind: 'url', element, attribute, quote, segments: url, shown: false };
    pieces.push(piece);
    if (attribute === 'href' && !conditional) address ??= piece;
    url = null;
  }

  const collectedTo = (at: number): string =>
    `${collected}${text.slice(collectedFrom, at)}`.slice(0, ATTRIBUTE_LENGTH);

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
    collected = null;
    if (closing || !WATCHED.has(attribute) || attributes.has(attribute)) return;
    attributes.set(attribute, '');
    collected = '';
  }

  function endName(): void {
    if (closing && (element === 'body' || element === 'html')) mark(`${element}-end`, tagAt);
  }

  function endTag(after: number): void {
    state = 'data';
    // Browsers take the tag for a part of the comment.
    if (conditional) endComment(after);
    else if (closing) closeSeen(after);
    else openSeen(after);
    if (closing) {
      nest.close(element);
      if (element === 'head') mark('head-end', after);
      return;
    }
    nest.end(element);
    nest.open(element, undefined);
    if (element === 'html') mark('html-attributes', after - 1);
    if (element === 'body' || element === 'html' || element === 'head') mark(element, after);
    const named = element === 'meta' ? meta.get('http-equiv') : undefined;
    const kind = named && pieces[named.at];
    if (typeof kind === 'string' && kind.trim().toLowerCase() === 'content-type') declareCharset('content');
    if (RAW_ELEMENTS.has(element)) {
      raw = element;
      state = 'raw';
      if (conditional) return;
      openPlace = tagPlace;
      if (raw === 'style' && EVERYWHERE.has((attributes.get('media') ?? '').trim().toLowerCase())) sheet = [];
    }
  }

  /** Ends a conditional comment where browsers end it. */
  function endComment(after: number): void {
    if (text.startsWith('-->', after - 3)) conditional = false;
  }

  /** Reads `<!--[if mso]>` from its `[` on. Returns where its contents begin, or -1 for an ordinary comment. */
  function conditionalEnd(at: number): number {
    if (!text.startsWith('[if', at)) return -1;
    const end = text.slice(at, at + 200).indexOf(']>'); // bounded, because the `]>` may be missing
    if (end === -1) return -1;
    const after = at + end + 2;
    conditional = !text.startsWith('<!--', after) && !text.startsWith('-->', after); // otherwise all readers but Outlook show it
    openPlace = tagPlace;
    return after;
  }

  /** Reads one or more characters of the literal text at `at`. Returns where to continue. */
  function step(at: number): number {
    const c = text[at]!;
    switch (state) {
      case 'data': {
        const next = text.indexOf('<', at);
        const open = next === -1 ? text.length : next;
        if (conditional && text.slice(at, open).includes('-->')) conditional = false;
        between(at, open);
        if (next === -1) return open;
        beginTag(open);
        return open + 1;
      }
      case 'raw': {
        const open = text.indexOf('<', at);
        sheet?.push(text.slice(at, open === -1 ? text.length : open));
        if (open === -1 || raw === 'plaintext') return text.length;
        sheet?.push('<');
        if (conditional && text.startsWith('<![endif]', open)) {
          raw = '';
          beginTag(open);
          return open + 1;
        }
        const after = open + 2 + raw.length;
        if (text[open + 1] !== '/' || text.slice(open + 2, after).toLowerCase() !== raw) return open + 1;
        if (after < text.length && !isSpace(text[after]!) && !'/>'.includes(text[after]!)) return open + 1;
        if (sheet) sheets.push(sheet.join('').slice(0, -1));
        sheet = null;
        raw = '';
        beginTag(open);
        return open + 1;
      }
      case 'tag-open':
        closing = false;
        element = '';
        attribute = '';
        attributes.clear();
        address = null;
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
        declaration = c.toLowerCase();
        return at;
      case 'bogus': {
        const end = text.indexOf('>', at);
        if (end === -1) return text.length;
        state = 'data';
        if (conditional) endComment(end + 1);
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
        if (c === '>' && dashes >= 2) {
          state = 'data';
          conditional = false;
        } else if (c === '-') dashes++;
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

  function beginTag(at: number): void {
    tagAt = at;
    tagPlace = placeOf(at);
    state = 'tag-open';
  }

  function literal(segment: string, from = 0): void {
    text = segment;
    flushed = from;
    collectedFrom = from;
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
    if (collected !== null && state === 'value') {
      collected = collectedTo(text.length) + UNKNOWN;
      collectedFrom = text.length;
    }
    sheet?.push(UNKNOWN);
    const shown = context === 'text' && !conditional && isSeen(here);
    if (shown) showLink(here.link);
    if (url) url.push(placeholder);
    else if (context) pieces.push({ kind: 'value', placeholder, context, shown });
  }

  /** Finds what is open at the end, and marks it as hidden. A tag alone is not reported, because its author may have meant a `<`. */
  function open(): LeftOpen | null {
    const isComment = conditional || state === 'comment' || state === 'bogus' || state === 'declaration';
    const isOpen = isComment || raw !== '';
    // The footer has double quotes, which close a double quote that is open.
    const isQuote = state === 'value' && quote === "'";
    if (!isOpen && !isQuote) return null;
    const place = raw !== '' || conditional ? openPlace : tagPlace;
    // Mail clients drop the tags of an iframe.
    if (raw !== 'iframe') cuts.push({ ...place, mark: 'doubt' }, { ...place, mark: 'hidden' });
    if (!isOpen) return null;
    const begin = pieces[place.index];
    return {
      what: isComment ? 'comment' : raw,
      begin: typeof begin === 'string' ? begin.slice(place.offset, place.offset + BEGIN_LENGTH) : '',
    };
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
  const leftOpen = open();
  return { pieces: withCuts(pieces, cuts), deep: nest.deep, language, leftOpen, hiddenFrame, sheets };
}

/** Puts marks into the pieces, at places in ascending order. */
function withCuts(pieces: HtmlPiece[], cuts: readonly (Place & { readonly mark: HtmlMark })[]): HtmlPiece[] {
  if (cuts.length === 0) return pieces;
  const whole: HtmlPiece[] = [];
  let next = 0;
  for (const [index, piece] of pieces.entries()) {
    let from = 0;
    for (let cut = cuts[next]; cut?.index === index; cut = cuts[++next]) {
      if (typeof piece === 'string' && cut.offset > from) whole.push(piece.slice(from, cut.offset));
      from = Math.max(from, cut.offset);
      whole.push({ kind: 'mark', mark: cut.mark });
    }
    if (typeof piece !== 'string') whole.push(piece);
    else if (from < piece.length) whole.push(piece.slice(from));
  }
  for (const { mark } of cuts.slice(next)) whole.push({ kind: 'mark', mark });
  return whole;
}
