import { colordx, extend, getFormat, type RgbColor } from '@colordx/core';
import a11y from '@colordx/core/plugins/a11y';
import names from '@colordx/core/plugins/names';
import { LRUCache } from 'lru-cache';
import { readCss } from '../domain/read-css.ts';
import { showsText } from '../domain/shows-text.ts';
import { hidingOf, IN_SIGHT, type Sight, sightOf } from '../domain/sight.ts';
import {
  type Declaration,
  declarationsIn,
  hidingRules,
  type StyleRules,
  styleRules,
  UNKNOWN,
} from '../domain/style-rules.ts';
import { type Problem, problem } from './problems.ts';

extend([a11y, names]);

/** Texts of any size need it; smaller ones need 4.5 to 1 (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 3;
const COLOURS: ReadonlySet<string> = new Set(['color', 'background', 'background-color', 'background-image']);
const IMAGE = /url\(|gradient\(|image-set\(/;
const [BLACK, WHITE, LINK] = ['#000', '#fff', '#00e'].map((one) => colordx(one).toRgb()) as [
  RgbColor,
  RgbColor,
  RgbColor,
];
/** Elements whose text is no text of the mail, or has colours of the mail client. */
const SILENT: ReadonlySet<string> = new Set(
  'button head noscript object option script select style svg textarea title video'.split(' '),
);
/** Hidden text before the first visible one is a preview for the inbox. Inboxes show some hundred characters. */
const PREVIEW_LENGTH = 300;
const MOST_SHEETS = 20;
const MOST_FINDS = 100;
const SHOWN = 40;

type AttributeValues = Readonly<Record<string, string>>;

interface Look {
  /** Null: unknown, as with an image behind the text or a rule with conditions. */
  readonly colour: RgbColor | null;
  readonly ground: RgbColor | null;
  readonly sight: Sight;
  readonly silent: boolean;
  /** A rule for some screens may show it. */
  readonly sometimes: boolean;
}

const PAGE: Look = Object.freeze({
  colour: BLACK,
  ground: WHITE,
  sight: IN_SIGHT,
  silent: false,
  sometimes: false,
});

const known = new LRUCache<string, { readonly colour: RgbColor | null }>({ max: 500 });

/** Null: the text is no colour, such as one with a placeholder. */
function colourOf(text: string): RgbColor | null {
  const before = known.get(text);
  if (before) return before.colour;
  // The library knows the American spelling of names alone.
  const spelled = text.replace(/grey$/i, 'gray');
  const colour = getFormat(spelled) === undefined ? null : colordx(spelled).toRgb();
  known.set(text, { colour });
  return colour;
}

/** A colour that lets another through. */
function over(colour: RgbColor | null, ground: RgbColor | null): RgbColor | null {
  if (colour === null || colour.alpha >= 1) return colour;
  if (ground === null) return null;
  const mix = (one: number, other: number): number => one * colour.alpha + other * (1 - colour.alpha);
  return {
    r: mix(colour.r, ground.r),
    g: mix(colour.g, ground.g),
    b: mix(colour.b, ground.b),
    alpha: 1,
  };
}

const isOuter = (value: string): boolean => /^(?:inherit|currentcolor|unset)$/.test(value);
const hex = (colour: RgbColor): string => colordx(colour).toHex();
const sample = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN).trimEnd()}…` : plain;
};

/** The declarations of an element by property, the strongest last. Those of rules with conditions have no known value. */
function declaredFor(name: string, attributes: AttributeValues, rules: StyleRules): Map<string, Declaration> {
  const set = new Map<string, Declaration>();
  const add = (one: Declaration): void => {
    if (one.important || !set.get(one.property)?.important) {
      // A later `background` replaces the longer forms, and the other way round.
      set.delete(one.property);
      set.set(one.property, one);
    }
  };
  const classes = (attributes['class'] ?? '').toLowerCase().split(/\s+/);
  const matched = rules.size === 0 ? [] : rules.of(name, (attributes['id'] ?? '').toLowerCase(), classes);
  // They are too many to read.
  if (matched === null)
    for (const property of ['color', 'background']) add({ property, value: UNKNOWN, important: false });
  for (const { sure, declared } of matched ?? [])
    for (const one of declared) add(sure ? one : { ...one, value: UNKNOWN });
  const style = attributes['style'];
  if (style !== undefined) for (const one of declarationsIn(style, COLOURS)) add(one);
  return set;
}

function textColour(
  name: string,
  attributes: AttributeValues,
  declared: Map<string, Declaration>,
  outer: Look,
) {
  const value = declared.get('color')?.value;
  if (value !== undefined) return isOuter(value) ? outer.colour : colourOf(value);
  const given = name === 'font' ? attributes['color'] : name === 'body' ? attributes['text'] : undefined;
  if (given !== undefined) return colourOf(given) ?? colourOf(`#${given}`);
  return name === 'a' && attributes['href'] !== undefined ? LINK : outer.colour;
}

function groundColour(attributes: AttributeValues, declared: Map<string, Declaration>, outer: Look) {
  const given = attributes['bgcolor'];
  let ground = outer.ground;
  if (given !== undefined && given.trim() !== '')
    ground = over(colourOf(given) ?? colourOf(`#${given}`), ground);
  let hasImage = attributes['background'] !== undefined;
  for (const [property, { value }] of declared) {
    if (property === 'color') continue;
    if (property !== 'background-color') hasImage = IMAGE.test(value) || value === UNKNOWN;
    if (property === 'background-image' || /^(?:none|transparent|inherit|initial|unset)?$/.test(value))
      continue;
    const word =
      property === 'background' ? (value.match(/[^\s()]+(?:\([^()]*\))?/g) ?? []).find(colourOf) : value;
    // `background: no-repeat` has no colour of its own.
    if (word !== undefined) ground = over(colourOf(word), outer.ground);
  }
  return hasImage ? null : ground;
}

/** Finds texts that can hardly be read, and hidden ones. Follows the elements of a parser, in linear time. */
export class Legibility {
  readonly #open: Look[] = [PAGE];
  readonly #sheets: string[] = [];
  /** Whether the rules are those of all sheets so far. */
  #isRead = true;
  #hiding = hidingRules([]);
  #colours = styleRules([], COLOURS);
  /** Classes of rules for some screens. */
  readonly #sometimes = new Set<string>();
  readonly #found = new Map<string, Problem>();
  #hasShown = false;
  #previewed = 0;

  /** The content of a `<style>`; it counts for what follows. */
  sheet(css: string): void {
    if (this.#sheets.length === MOST_SHEETS) return;
    this.#sheets.push(css);
    this.#isRead = false;
    readCss(css, {
      declaration: (_property, _value, blocks) => {
        if (blocks.length < 2 || !blocks[0]?.startsWith('@')) return;
        for (const [, name] of (blocks[1] ?? '').matchAll(/\.([\w-]{1,100})/g))
          this.#sometimes.add(name!.toLowerCase());
      },
    });
  }

  /** Once for sheets that follow each other, as in most heads: silent elements, such as `<style>`, need no rules. */
  #readSheets(): void {
    if (this.#isRead) return;
    this.#hiding = hidingRules(this.#sheets);
    this.#colours = styleRules(this.#sheets, COLOURS);
    this.#isRead = true;
  }

  open(name: string, given: AttributeValues): void {
    if (!SILENT.has(name)) this.#readSheets();
    const outer = this.#open.at(-1)!;
    const style = given['style'];
    // The value of a placeholder is unknown.
    const attributes: AttributeValues =
      style === undefined ? given : { ...given, style: style.replace(/\(\([^()]*\)\)/g, UNKNOWN) };
    const declared = declaredFor(name, attributes, this.#colours);
    const ground = groundColour(attributes, declared, outer);
    this.#open.push({
      colour: over(textColour(name, attributes, declared, outer), ground),
      ground,
      sight: sightOf(name, new Map(Object.entries(attributes)), outer.sight, this.#hiding),
      silent: outer.silent || SILENT.has(name),
      sometimes: outer.sometimes || this.#isSometimes(attributes['class']),
    });
  }

  #isSometimes(classes: string | undefined): boolean {
    if (classes === undefined || this.#sometimes.size === 0) return false;
    return classes
      .toLowerCase()
      .split(/\s+/)
      .some((one) => this.#sometimes.has(one));
  }

  close(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  text(text: string): void {
    const look = this.#open.at(-1)!;
    if (look.silent || !showsText(text)) return;
    const { sight } = look;
    const hiding = Math.max(hidingOf(sight), sight.font);
    if (hiding === 2) this.#hidden(text, look);
    if (hiding !== 0) return;
    this.#hasShown = true;
    this.#contrast(text, look);
  }

  #hidden(text: string, { sight, sometimes }: Look): void {
    this.#previewed += text.length;
    if (sometimes || (!this.#hasShown && this.#previewed <= PREVIEW_LENGTH)) return;
    const how = sight.font === 2 ? 'has the size 0' : 'is hidden';
    this.#note(
      `hidden ${sample(text)}`,
      problem(
        'text_hidden',
        'template',
        `“${sample(text)}” ${how}. Spam filters distrust text that no reader sees: show it, or remove it.`,
      ),
    );
  }

  #contrast(text: string, { colour, ground }: Look): void {
    if (colour === null || ground === null) return;
    const key = `${hex(colour)} on ${hex(ground)}`;
    if (this.#found.has(key)) return;
    const ratio = colordx(colour).contrast(ground);
    if (ratio >= LEAST_CONTRAST) return;
    this.#note(
      key,
      problem(
        'text_contrast',
        'template',
        `“${sample(text)}” can hardly be read: ${key} has a contrast of ${ratio.toFixed(1)} to 1. Choose colours with 4.5 to 1 or more.`,
      ),
    );
  }

  #note(key: string, found: Problem): void {
    if (this.#found.size < MOST_FINDS) this.#found.set(key, this.#found.get(key) ?? found);
  }

  problems(): Problem[] {
    return [...this.#found.values()];
  }
}
