import { decodeHtml } from './html-escape.ts';
import type { HtmlLink, HtmlTag } from './html-tag.ts';
import { nesting, VOID } from './nesting.ts';
import type { PiecePlace, PieceWriter } from './piece-writer.ts';
import { showsText } from './shows-text.ts';
import { type HidingLevel, hidingOf, IN_DOUBT, IN_SIGHT, isDot, type Sight, sightOf } from './sight.ts';
import type { StyleRules } from './style-rules.ts';

/** Browsers open these again after the element that ended them (13.2.4.3), except after a table cell. */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const CELLS = new Set(['td', 'th', 'caption']);
/** Further elements that end a paragraph in browsers, as `div` does. */
const BLOCKS = new Set(
  'center details dialog dir dl fieldset figcaption figure hgroup menu search summary'.split(' '),
);
/** A document has one of each, however many tags it has. */
const FRAME = new Set(['html', 'head', 'body']);

interface ElementSight {
  readonly sight: Sight;
  readonly link: HtmlLink | null;
  readonly hides: boolean;
}

const NOTHING_OPEN: ElementSight = Object.freeze({ sight: IN_SIGHT, link: null, hides: false });
const TOO_DEEP: ElementSight = Object.freeze({ sight: IN_DOUBT, link: null, hides: true });

/** Tracks which elements a reader sees, and marks changes. */
export class SeenElements {
  /** The element that hides the whole mail: `html`, `body` or null. */
  hiddenFrame: string | null = null;
  readonly #out: PieceWriter;
  readonly #rules: StyleRules;
  readonly #open = nesting<ElementSight>();
  /** The state outside of all elements but `html`, `head` and `body`. */
  #root = NOTHING_OPEN;
  #here = NOTHING_OPEN;
  /** Links that an inner link has ended. */
  readonly #ended = new Set<HtmlLink>();

  constructor(out: PieceWriter, rules: StyleRules) {
    this.#out = out;
    this.#rules = rules;
  }

  get isSeen(): boolean {
    const { sight } = this.#here;
    return hidingOf(sight) === 0 && sight.font === 0;
  }

  open(tag: HtmlTag, after: number): void {
    const { element, attributes } = tag;
    if (FRAME.has(element)) {
      this.#openFrame(tag);
      return;
    }
    this.#open.end(BLOCKS.has(element) ? 'div' : element);
    const outer = this.#innermost();
    this.#look(outer, tag.place);
    const sight = sightOf(element, attributes, outer.sight, this.#rules);
    this.#showImage(tag, sight, outer);
    if (element === 'a' && outer.link) this.#ended.add(outer.link);
    const link = element === 'a' ? tag.address : outer.link;
    const hides = hidingOf(sight) > hidingOf(outer.sight) || sight.font > outer.sight.font;
    const inner = { sight, link, hides };
    if (VOID.has(element)) {
      this.#look(inner, tag.place);
      this.#look(outer, this.#out.placeOf(after));
      return;
    }
    this.#open.open(element, inner);
    this.#look(this.#innermost(), tag.place);
  }

  #openFrame({ element, attributes }: HtmlTag): void {
    const sight = sightOf(element, attributes, this.#root.sight, this.#rules);
    this.#root = { ...this.#root, sight };
    if (hidingOf(sight) === 2) this.hiddenFrame ??= element;
    this.#here = this.#innermost();
  }

  /** The text of an image counts as its link's text. */
  #showImage({ element, attributes, address }: HtmlTag, sight: Sight, outer: ElementSight): void {
    if (element !== 'img' && element !== 'area') return;
    if (!showsText(attributes.get('alt') ?? '')) return;
    if (element === 'area' && address) address.shown = hidingOf(outer.sight) === 0;
    if (element === 'img' && hidingOf(sight) === 0 && !isDot(attributes)) this.#showLink(outer.link);
  }

  close({ element }: HtmlTag, after: number): void {
    if (FRAME.has(element)) return;
    const inside = this.#open.close(element);
    if (!CELLS.has(element))
      for (const one of inside)
        if (FORMATTING.has(one.element) && one.note.hides) this.#open.open(one.element, one.note);
    this.#look(this.#innermost(), this.#out.placeOf(after));
  }

  text(from: number, to: number): void {
    const { link } = this.#here;
    if (this.#out.conditional || !link || link.shown || to <= from || !this.isSeen) return;
    if (showsText(decodeHtml(this.#out.text.slice(from, to)))) this.#showLink(link);
  }

  value(): void {
    this.#showLink(this.#here.link);
  }

  #showLink(link: HtmlLink | null): void {
    if (link && !this.#ended.has(link)) link.shown = true;
  }

  #innermost(): ElementSight {
    return this.#open.deep ? TOO_DEEP : (this.#open.note ?? this.#root);
  }

  #look(next: ElementSight, place: PiecePlace): void {
    const [before, after] = [this.#hidingIn(this.#here), this.#hidingIn(next)];
    this.#here = next;
    if (next === TOO_DEEP) return;
    if (before === 2 && after < 2) this.#out.cut(place, 'hidden-end');
    if (before > 0 && after === 0) this.#out.cut(place, 'doubt-end');
    if (before === 0 && after > 0) this.#out.cut(place, 'doubt');
    if (before < 2 && after === 2) this.#out.cut(place, 'hidden');
  }

  /** More than the document itself. */
  #hidingIn({ sight }: ElementSight): HidingLevel {
    return hidingOf(sight) > hidingOf(this.#root.sight) ? hidingOf(sight) : 0;
  }
}
