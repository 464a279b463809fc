import { LRUCache } from 'lru-cache';
import { type Declaration, declarationsIn, type StyleRules, UNKNOWN } from './style-rules.ts';

/** 0: all readers see it · 1: some do not, or it is unknown · 2: none does. */
export type HidingLevel = 0 | 1 | 2;

export interface Sight {
  /** No inner element can override it. */
  readonly box: HidingLevel;
  /** `visibility` and `font-size`, which an inner element may override. */
  readonly visibility: HidingLevel;
  readonly font: HidingLevel;
}

export const IN_SIGHT: Sight = Object.freeze({ box: 0, visibility: 0, font: 0 });
/** For elements that nest too deep. */
export const IN_DOUBT: Sight = Object.freeze({ box: 1, visibility: 0, font: 0 });

/** Whether a reader sees the element's box, with images in it. */
export const hidingOf = ({ box, visibility }: Sight): HidingLevel => (box > visibility ? box : visibility);

export const SIGHT_ATTRIBUTES = ['style', 'class', 'id', 'hidden', 'open', 'width', 'height'] as const;
export type Attributes = ReadonlyMap<string, string>;

/** Contents that only some readers show, as a fallback or after a press. */
const SOMETIMES: ReadonlySet<string> = new Set(
  'audio canvas datalist math noscript object optgroup option select svg video'.split(' '),
);
/** These are as large as their contents, whatever size they have. */
const TABLES: ReadonlySet<string> = new Set('table tbody thead tfoot tr td th caption'.split(' '));
const ZERO = /^(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?$/;
/** A length that does not depend on the parent's. */
const LENGTH = /^[\d.]+(?:px|pt|pc|in|cm|mm|q|rem|vh|vw|vmin|vmax)$|^(?:xx?-|x)?(?:small|large)$|^medium$/;
const FONT_SIZE = /(?:^|\s)([\d.]+(?:px|pt|pc|in|cm|mm|q|rem|em|ex|%|vh|vw)|0+(?:\.0*)?)(?=[\s/])/;
const CLIPPED = /hidden|clip|scroll|auto/;
const SIZES = ['width', 'height', 'max-width', 'max-height'] as const;
const OVERFLOWS = ['overflow', 'overflow-x', 'overflow-y'] as const;
/** Characters of an attribute that are read; a longer one may hide. */
export const ATTRIBUTE_LENGTH = 8192;
const MOST_CLASSES = 100;

const known = new LRUCache<string, readonly Declaration[]>({ max: 500 });

/** Cached, because mails repeat a few `style` attributes. */
function inline(style: string): readonly Declaration[] {
  if (style === '') return [];
  const before = known.get(style);
  if (before) return before;
  const found = declarationsIn(style);
  known.set(style, found);
  return found;
}

export function sightOf(element: string, given: Attributes, parent: Sight, rules: StyleRules): Sight {
  const [style, classes, id] = [given.get('style') ?? '', given.get('class') ?? '', given.get('id') ?? ''];
  const folded = element === 'details' || element === 'dialog';
  if (given.size === 0 && rules.size === 0 && !folded && !SOMETIMES.has(element) && element !== 'template')
    return parent;
  const names = classes
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
  const found =
    rules.size === 0 ? [] : rules.of(element, id.trim().toLowerCase(), names.slice(0, MOST_CLASSES));
  const matched = found ?? [];
  const own = inline(style);
  const sure = effectOf(
    [...matched.filter((rule) => rule.sure).flatMap((rule) => rule.declared), ...own],
    element,
    parent,
  );
  const doubts = matched.filter((rule) => !rule.sure).flatMap((rule) => rule.declared);
  const maybe = doubts.length === 0 ? sure : effectOf([...doubts, ...own], element, parent);
  const isLong =
    [style, classes].some((text) => text.length >= ATTRIBUTE_LENGTH) || names.length > MOST_CLASSES;
  let box = worse(sure.box, maybe.box);
  if (given.has('hidden') || element === 'template') box = 2;
  else if (
    box === 0 &&
    (isLong || found === null || rules.tooMany || SOMETIMES.has(element) || (folded && !given.has('open')))
  )
    box = 1;
  return {
    box: box > parent.box ? box : parent.box,
    visibility: worse(sure.visibility, maybe.visibility),
    font: worse(sure.font, maybe.font),
  };
}

/** A sure effect counts; a possible one makes the element doubtful. */
const worse = (sure: HidingLevel, maybe: HidingLevel): HidingLevel => (sure === 0 && maybe > 0 ? 1 : sure);

function effectOf(all: readonly Declaration[], element: string, parent: Sight): Sight {
  if (all.length === 0) return { ...parent, box: 0 };
  const set = new Map<string, Declaration>();
  for (const one of all) {
    // `font` also sets the size.
    const name = one.property === 'font' ? 'font-size' : one.property;
    if (one.important || !set.get(name)?.important) set.set(name, one);
  }
  const of = (name: string): string => set.get(name)?.value ?? '';
  return {
    box: boxOf(of, element),
    visibility: visibilityOf(of('visibility'), parent.visibility),
    font: fontOf(set.get('font-size'), parent.font),
  };
}

function boxOf(of: (name: string) => string, element: string): HidingLevel {
  if (of('display') === 'none' || ZERO.test(of('opacity'))) return 2;
  const isSmall = !TABLES.has(element) && SIZES.some((name) => ZERO.test(of(name)));
  // Only Outlook knows it. With a zero size authors hide previews by it.
  const isOutlooks = of('mso-hide') === 'all';
  if (isSmall && (isOutlooks || OVERFLOWS.some((name) => CLIPPED.test(of(name))))) return 2;
  const isUnknown = ['display', 'opacity', ...SIZES].some((name) => of(name).includes(UNKNOWN));
  return isSmall || isOutlooks || isUnknown ? 1 : 0;
}

function visibilityOf(value: string, parent: HidingLevel): HidingLevel {
  if (value === 'hidden' || value === 'collapse') return 2;
  if (value === 'visible') return 0;
  return value.includes(UNKNOWN) && parent === 0 ? 1 : parent;
}

function fontOf(declared: Declaration | undefined, parent: HidingLevel): HidingLevel {
  if (!declared) return parent;
  const { property, value } = declared;
  const size = property === 'font' ? (FONT_SIZE.exec(value)?.[1] ?? '') : value;
  if (ZERO.test(size)) return 2;
  if (LENGTH.test(size)) return 0;
  return value.includes(UNKNOWN) && parent === 0 ? 1 : parent;
}

export const isDot = (given: Attributes): boolean => {
  const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(given.get(name) ?? 'NaN'));
  return width === 0 || height === 0 || (width === 1 && height === 1);
};
