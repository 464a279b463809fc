import { decodeHtml } from './html-escape.ts';
import type { UrlPiece } from './html-pieces.ts';
import type { PiecePlace, PieceWriter } from './piece-writer.ts';
import { ATTRIBUTE_LENGTH, SIGHT_ATTRIBUTES } from './sight.ts';
import { UNKNOWN } from './style-rules.ts';

const URL_ATTRIBUTES = new Set(
  'href src srcset action formaction background poster cite longdesc data xlink:href'.split(' '),
);
const WATCHED: ReadonlySet<string> = new Set([...SIGHT_ATTRIBUTES, 'alt', 'media']);
const META_ATTRIBUTES = new Set(['charset', 'content', 'http-equiv']);
const UTF_8 = Object.freeze({
  charset: /^\s*utf-?8\s*$/i,
  content: /charset\s*=\s*['"]?utf-?8\b/i,
});

export type HtmlLink = { -readonly [Key in keyof UrlPiece]: UrlPiece[Key] };

/** Whether a document's `<html>` has a `lang`, and the values of its `lang` and `xml:lang`. */
export interface HtmlLanguage {
  written: boolean;
  lang: string | null;
  xml: string | null;
}

export class HtmlTag {
  element = '';
  closing = false;
  attribute = '';
  quote: UrlPiece['quote'] = '';
  /** Only the watched attributes. */
  readonly attributes = new Map<string, string>();
  address: HtmlLink | null = null;
  /** The offset of its `<` in the current segment; -1: in an earlier one. */
  at = -1;
  place: PiecePlace = { index: 0, offset: 0 };
  readonly language: HtmlLanguage = { written: false, lang: null, xml: null };
  readonly #out: PieceWriter;
  /** The value of the current attribute so far; null: it is not watched, or is a repetition. */
  #collected: string | null = null;
  #collectedFrom = 0;
  #valueAt = 0;
  /** The values of a `<meta>` by attribute: index in the pieces, and quote. */
  readonly #meta = new Map<string, { readonly at: number; readonly quote: UrlPiece['quote'] }>();

  constructor(out: PieceWriter) {
    this.#out = out;
  }

  begin(at: number): void {
    this.at = at;
    this.place = this.#out.placeOf(at);
    this.closing = false;
    this.element = '';
    this.attribute = '';
    this.attributes.clear();
    this.address = null;
    this.#meta.clear();
  }

  continueAt(from: number): void {
    this.at = -1;
    this.#collectedFrom = from;
  }

  endAttributeName(): void {
    const { attribute, closing } = this;
    if (this.element === 'html' && attribute === 'lang' && !closing && !this.#out.conditional)
      this.language.written = true;
    this.#collected = null;
    if (closing || !WATCHED.has(attribute) || this.attributes.has(attribute)) return;
    this.attributes.set(attribute, '');
    this.#collected = '';
  }

  beginValue(at: number, quote: UrlPiece['quote']): void {
    const { attribute, closing } = this;
    const out = this.#out;
    this.quote = quote;
    this.#valueAt = at;
    this.#collectedFrom = at;
    if (this.element === 'meta' && !closing && META_ATTRIBUTES.has(attribute)) {
      out.flush(at);
      this.#meta.set(attribute, { at: out.pieces.length, quote });
    }
    if (closing || !URL_ATTRIBUTES.has(attribute)) return;
    out.flush(at);
    out.url = [];
  }

  addUnknown(): void {
    if (this.#collected === null) return;
    const { length } = this.#out.text;
    this.#collected = this.#collectedTo(length) + UNKNOWN;
    this.#collectedFrom = length;
  }

  endValue(at: number): void {
    const { element, attribute } = this;
    const out = this.#out;
    const value = element === 'meta' ? this.#meta.get(attribute) : undefined;
    if (value) {
      out.flush(at);
      if (out.pieces.length === value.at) out.pieces.push('');
      // A value that contains a placeholder is no charset.
      if (out.pieces.length !== value.at + 1) this.#meta.delete(attribute);
      if (attribute === 'charset') this.#declareCharset('charset');
    } else if (element === 'html' && attribute === 'xml:lang' && !out.conditional) {
      this.language.xml ??= out.text.slice(this.#valueAt, at);
    } else if (element === 'html' && attribute === 'lang' && !out.conditional) {
      this.language.lang ??= out.text.slice(this.#valueAt, at);
    }
    if (this.#collected !== null) {
      this.attributes.set(attribute, decodeHtml(this.#collectedTo(at)));
      this.#collected = null;
    }
    if (out.url) this.#endAddress(out.url, at);
  }

  #endAddress(segments: HtmlLink['segments'], at: number): void {
    const { element, attribute, quote } = this;
    this.#out.flush(at);
    this.#out.url = null;
    const piece: HtmlLink = { kind: 'url', element, attribute, quote, segments, shown: false };
    this.#out.pieces.push(piece);
    if (attribute === 'href' && !this.#out.conditional) this.address ??= piece;
  }

  #collectedTo(at: number): string {
    return `${this.#collected}${this.#out.text.slice(this.#collectedFrom, at)}`.slice(0, ATTRIBUTE_LENGTH);
  }

  /** Call it at the end of the tag. */
  declareContentType(): void {
    const named = this.element === 'meta' ? this.#meta.get('http-equiv') : undefined;
    const kind = named && this.#out.pieces[named.at];
    if (typeof kind === 'string' && kind.trim().toLowerCase() === 'content-type')
      this.#declareCharset('content');
  }

  #declareCharset(of: 'charset' | 'content'): void {
    const { pieces, conditional } = this.#out;
    const value = this.#meta.get(of);
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
}
