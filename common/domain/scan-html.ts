import type { HtmlContext, HtmlPiece, UrlPiece } from './html-pieces.ts';
import { type HtmlLanguage, HtmlTag } from './html-tag.ts';
import { nesting } from './nesting.ts';
import { PieceWriter } from './piece-writer.ts';
import type { Placeholder, Segment } from './placeholders.ts';
import { SeenElements } from './seen-elements.ts';
import { hidingRules, NO_RULES, type StyleRules, UNKNOWN } from './style-rules.ts';

// The tokenizer states of the HTML standard (13.2.5) that matter for the context of a value.
type TokenizerState =
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

const RAW_ELEMENTS = new Set('style script title textarea iframe noembed noframes plaintext xmp'.split(' '));
/** Values of `media` with which a style sheet always applies. */
const EVERYWHERE = new Set(['', 'all', 'screen']);
const BEGIN_LENGTH = 60;
/** Possible text before a document: a byte order mark, blanks and an XML declaration. */
const BEFORE = /^\ufeff?[ \t\r\n\f]{0,1000}(?:<\?xml\b[^>]{0,200}>)?/i;
const XML_ENCODING = /(\bencoding\s{0,9}=\s{0,9})(?:"[^"]*"|'[^']*')/i;
const isSpace = (c: string): boolean => c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f';
const isLetter = (c: string): boolean => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
/** The longest name that matters. It also bounds the collected text. */
const NAME_LENGTH = 32;

/** A comment or an element that is open at the end of HTML, so that all following text belongs to it. */
export interface UnclosedPart {
  readonly what: string;
  readonly begin: string;
}

export interface ScannedHtml {
  readonly pieces: HtmlPiece[];
  readonly deep: boolean;
  readonly language: HtmlLanguage;
  readonly leftOpen: UnclosedPart | null;
  /** The element that hides the whole mail: `html`, `body` or null. */
  readonly hiddenFrame: string | null;
}

/**
 * Splits HTML in linear time. It finds the context of each placeholder, the attributes that are addresses, the places to insert at, and the
 * parts that readers see, for footer, text part and check. Outlook's conditional comments count as HTML, but have no places to insert at.
 * `deep`: elements nest too deep for a parser.
 */
export function scanHtml(segments: readonly Segment[]): ScannedHtml {
  const first = new Scan(NO_RULES);
  const scanned = first.run(segments);
  const rules = hidingRules(first.sheets);
  return rules.size === 0 ? scanned : new Scan(rules).run(segments);
}

class Scan {
  readonly sheets: string[] = [];
  /** The current style sheet; null: it does not count. */
  #sheet: string[] | null = null;
  #state: TokenizerState = 'data';
  #raw = '';
  #declaration = '';
  #dashes = 0;
  readonly #nest = nesting();
  readonly #out = new PieceWriter();
  readonly #tag = new HtmlTag(this.#out);
  readonly #seen: SeenElements;
  /** Where the current conditional comment or element without markup begins. */
  #openPlace = this.#tag.place;

  constructor(rules: StyleRules) {
    this.#seen = new SeenElements(this.#out, rules);
  }

  run(segments: readonly Segment[]): ScannedHtml {
    const begun = this.#start(segments[0]);
    for (const [at, segment] of segments.entries()) {
      if (typeof segment === 'string') this.#literal(segment, at === 0 ? begun : 0);
      else this.#placeholder(segment);
    }
    if (this.#out.url) {
      this.#out.begin('');
      this.#endValue(0);
    }
    const leftOpen = this.#leftOpen();
    return {
      pieces: this.#out.whole(),
      deep: this.#nest.deep,
      language: this.#tag.language,
      leftOpen,
      hiddenFrame: this.#seen.hiddenFrame,
    };
  }

  /** Reads the byte order mark, blanks and XML declaration before the document. Returns their length. */
  #start(segment: Segment | undefined): number {
    const { pieces } = this.#out;
    const [written] = (typeof segment === 'string' && BEFORE.exec(segment)) || [''];
    if (written.includes('<')) {
      const right = written.replace(XML_ENCODING, '$1"utf-8"');
      pieces.push({ kind: 'charset', written, right, ignored: true });
    } else if (written !== '') pieces.push(written);
    pieces.push({ kind: 'mark', mark: 'start' });
    return written.length;
  }

  #literal(text: string, from: number): void {
    this.#out.begin(text, from);
    this.#tag.continueAt(from);
    for (let at = from; at < text.length; ) at = this.#step(text, at);
    this.#out.flush(text.length);
  }

  #placeholder(placeholder: Placeholder): void {
    const out = this.#out;
    if (this.#state === 'before-value') {
      out.begin('');
      this.#beginValue(0, '');
    }
    const context = this.#context();
    if (this.#state === 'value') this.#tag.addUnknown();
    this.#sheet?.push(UNKNOWN);
    const shown = context === 'text' && !out.conditional && this.#seen.isSeen;
    if (shown) this.#seen.value();
    if (out.url) out.url.push(placeholder);
    else if (context) out.pieces.push({ kind: 'value', placeholder, context, shown });
  }

  #context(): HtmlContext | null {
    const { attribute, quote } = this.#tag;
    if (this.#state === 'data') return 'text';
    if (this.#state === 'comment') return 'comment';
    if (this.#state === 'raw')
      return this.#raw === 'script' ? null : this.#raw === 'style' ? 'style' : 'title';
    if (this.#state !== 'value' || attribute.startsWith('on') || attribute === 'srcdoc') return null;
    if (attribute === 'style') return quote === '' ? null : 'style';
    return quote === '' ? 'unquoted' : 'attribute';
  }

  /** Reads one or more characters of the literal text at `at`. Returns where to continue. */
  #step(text: string, at: number): number {
    switch (this.#state) {
      case 'data':
        return this.#data(text, at);
      case 'raw':
        return this.#rawText(text, at);
      case 'tag-open':
        return this.#tagOpen(text[at]!, at);
      case 'end-tag-open':
        return this.#endTagOpen(text[at]!, at);
      case 'declaration':
        return this.#declared(text, at);
      case 'bogus':
        return this.#bogus(text, at);
      case 'comment':
        return this.#comment(text, at);
      case 'tag-name':
        return this.#tagName(text[at]!, at);
      case 'before-attribute':
        return this.#beforeAttribute(text[at]!, at);
      case 'attribute-name':
        return this.#attributeName(text[at]!, at);
      case 'after-attribute-name':
        return this.#afterAttributeName(text[at]!, at);
      case 'before-value':
        return this.#beforeValue(text[at]!, at);
      default: // 'value'
        return this.#value(text, at);
    }
  }

  #data(text: string, at: number): number {
    const next = text.indexOf('<', at);
    const open = next === -1 ? text.length : next;
    if (this.#out.conditional && text.slice(at, open).includes('-->')) this.#out.conditional = false;
    this.#seen.text(at, open);
    return next === -1 ? open : this.#beginTag(open);
  }

  #rawText(text: string, at: number): number {
    const open = text.indexOf('<', at);
    this.#sheet?.push(text.slice(at, open === -1 ? text.length : open));
    if (open === -1 || this.#raw === 'plaintext') return text.length;
    this.#sheet?.push('<');
    if (!(this.#out.conditional && text.startsWith('<![endif]', open))) {
      const after = open + 2 + this.#raw.length;
      if (text[open + 1] !== '/' || text.slice(open + 2, after).toLowerCase() !== this.#raw) return open + 1;
      if (after < text.length && !isSpace(text[after]!) && !'/>'.includes(text[after]!)) return open + 1;
      if (this.#sheet) this.sheets.push(this.#sheet.join('').slice(0, -1));
      this.#sheet = null;
    }
    this.#raw = '';
    return this.#beginTag(open);
  }

  #beginTag(at: number): number {
    this.#tag.begin(at);
    this.#state = 'tag-open';
    return at + 1;
  }

  #tagOpen(c: string, at: number): number {
    this.#state = c === '/' ? 'end-tag-open' : c === '!' ? 'declaration' : c === '?' ? 'bogus' : 'data';
    this.#declaration = c === '?' ? c : '';
    if (this.#state !== 'data') return at + 1;
    if (isLetter(c)) this.#state = 'tag-name';
    return at;
  }

  #endTagOpen(c: string, at: number): number {
    this.#tag.closing = true;
    this.#state = isLetter(c) ? 'tag-name' : c === '>' ? 'data' : 'bogus';
    this.#declaration = '';
    return this.#state === 'data' ? at + 1 : at;
  }

  #declared(text: string, at: number): number {
    const c = text[at]!;
    if (c === '-' && this.#declaration.length < 2) {
      this.#declaration += c;
      if (this.#declaration.length < 2) return at + 1;
      const inside = this.#conditionalEnd(text, at + 1);
      this.#state = inside === -1 ? 'comment' : 'data';
      this.#dashes = 2; // `<!-->` and `<!--->` are complete comments
      return inside === -1 ? at + 1 : inside;
    }
    this.#state = 'bogus';
    this.#declaration = c.toLowerCase();
    return at;
  }

  /** Reads `<!--[if mso]>` from its `[` on. Returns where its contents begin, or -1 for an ordinary comment. */
  #conditionalEnd(text: string, at: number): number {
    if (!text.startsWith('[if', at)) return -1;
    const end = text.slice(at, at + 200).indexOf(']>'); // bounded, because the `]>` may be missing
    if (end === -1) return -1;
    const after = at + end + 2;
    // Otherwise all readers but Outlook show it.
    this.#out.conditional = !text.startsWith('<!--', after) && !text.startsWith('-->', after);
    this.#openPlace = this.#tag.place;
    return after;
  }

  #bogus(text: string, at: number): number {
    const end = text.indexOf('>', at);
    if (end === -1) return text.length;
    this.#state = 'data';
    this.#endComment(end + 1);
    if (this.#declaration === 'd') this.#out.mark('doctype', end + 1);
    return end + 1;
  }

  #comment(text: string, at: number): number {
    if (this.#dashes === 0) {
      const dash = text.indexOf('-', at);
      if (dash === -1) return text.length;
      this.#dashes = 1;
      return dash + 1;
    }
    const c = text[at]!;
    if (c === '>' && this.#dashes >= 2) {
      this.#state = 'data';
      this.#out.conditional = false;
    } else if (c === '-') this.#dashes++;
    else if (c !== '!' || this.#dashes < 2 || text[at + 1] !== '>') this.#dashes = 0;
    return at + 1;
  }

  /** Ends a conditional comment as browsers do. */
  #endComment(after: number): void {
    if (this.#out.conditional && this.#out.text.startsWith('-->', after - 3)) this.#out.conditional = false;
  }

  #tagName(c: string, at: number): number {
    const tag = this.#tag;
    if (c === '>' || c === '/' || isSpace(c)) {
      const { element } = tag;
      if (tag.closing && (element === 'body' || element === 'html')) this.#out.mark(`${element}-end`, tag.at);
      if (c === '>') this.#endTag(at + 1);
      else this.#state = 'before-attribute';
    } else if (tag.element.length < NAME_LENGTH) tag.element += c.toLowerCase();
    return at + 1;
  }

  #beforeAttribute(c: string, at: number): number {
    if (c === '>') this.#endTag(at + 1);
    else if (c !== '/' && !isSpace(c)) {
      this.#tag.attribute = c.toLowerCase();
      this.#state = 'attribute-name';
    }
    return at + 1;
  }

  #attributeName(c: string, at: number): number {
    const tag = this.#tag;
    const isBlank = isSpace(c);
    if (isBlank || c === '=' || c === '/' || c === '>') tag.endAttributeName();
    if (isBlank) this.#state = 'after-attribute-name';
    else if (c === '=') this.#state = 'before-value';
    else if (c === '/') this.#state = 'before-attribute';
    else if (c === '>') this.#endTag(at + 1);
    else if (tag.attribute.length < NAME_LENGTH) tag.attribute += c.toLowerCase();
    return at + 1;
  }

  #afterAttributeName(c: string, at: number): number {
    if (isSpace(c)) return at + 1;
    this.#state = c === '=' ? 'before-value' : 'before-attribute';
    return c === '=' ? at + 1 : at;
  }

  #beforeValue(c: string, at: number): number {
    if (isSpace(c)) return at + 1;
    if (c !== '>' && c !== '"' && c !== "'") {
      this.#beginValue(at, '');
      return at;
    }
    if (c === '>') this.#endTag(at + 1);
    else this.#beginValue(at + 1, c);
    return at + 1;
  }

  #value(text: string, at: number): number {
    const { quote } = this.#tag;
    if (quote !== '') {
      const end = text.indexOf(quote, at);
      if (end === -1) return text.length;
      this.#endValue(end);
      return end + 1;
    }
    const c = text[at]!;
    if (c !== '>' && !isSpace(c)) return at + 1;
    this.#endValue(at);
    return at;
  }

  #beginValue(at: number, quote: UrlPiece['quote']): void {
    this.#state = 'value';
    this.#tag.beginValue(at, quote);
  }

  #endValue(at: number): void {
    this.#state = 'before-attribute';
    this.#tag.endValue(at);
  }

  #endTag(after: number): void {
    const { element, closing } = this.#tag;
    const out = this.#out;
    this.#state = 'data';
    // Browsers take the tag for a part of the comment.
    if (out.conditional) this.#endComment(after);
    else if (closing) this.#seen.close(this.#tag, after);
    else this.#seen.open(this.#tag, after);
    if (closing) {
      this.#nest.close(element);
      if (element === 'head') out.mark('head-end', after);
      return;
    }
    this.#nest.end(element);
    this.#nest.open(element, undefined);
    if (element === 'html') out.mark('html-attributes', after - 1);
    if (element === 'body' || element === 'html' || element === 'head') out.mark(element, after);
    this.#tag.declareContentType();
    if (RAW_ELEMENTS.has(element)) this.#beginRaw(element);
  }

  #beginRaw(element: string): void {
    this.#raw = element;
    this.#state = 'raw';
    if (this.#out.conditional) return;
    const { place, attributes } = this.#tag;
    this.#openPlace = place;
    const isSheet = element === 'style';
    if (isSheet && EVERYWHERE.has((attributes.get('media') ?? '').trim().toLowerCase())) this.#sheet = [];
  }

  /** Marks an open part as hidden. A tag alone is not reported, because its author may have meant a `<`. */
  #leftOpen(): UnclosedPart | null {
    const { conditional, pieces } = this.#out;
    const isComment = conditional || ['comment', 'bogus', 'declaration'].includes(this.#state);
    const isOpen = isComment || this.#raw !== '';
    // The footer contains double quotes, which close an open double quote.
    const isQuote = this.#state === 'value' && this.#tag.quote === "'";
    if (!isOpen && !isQuote) return null;
    const place = this.#raw !== '' || conditional ? this.#openPlace : this.#tag.place;
    // Mail clients drop the tags of an iframe.
    if (this.#raw !== 'iframe') {
      this.#out.cut(place, 'doubt');
      this.#out.cut(place, 'hidden');
    }
    if (!isOpen) return null;
    const begin = pieces[place.index];
    return {
      what: isComment ? 'comment' : this.#raw,
      begin: typeof begin === 'string' ? begin.slice(place.offset, place.offset + BEGIN_LENGTH) : '',
    };
  }
}
