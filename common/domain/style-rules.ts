import { type CssReader, readCss } from './read-css.ts';

export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

interface StyleRule {
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  /** False: the selector has conditions that are not evaluated, such as an ancestor. */
  readonly sure: boolean;
  readonly specificity: number;
  readonly order: number;
  declared: Declaration[];
}

/** Replaces a placeholder in the value of an attribute, because its value is unknown. */
export const UNKNOWN = '\ufffc';

const HIDING: ReadonlySet<string> = new Set(
  'display visibility opacity font font-size width height max-width max-height overflow overflow-x overflow-y mso-hide'.split(
    ' ',
  ),
);
/** Rules of a mail that are read. A mail with more counts as one that may hide everything. */
const MOST_RULES = 1000;
/** Rules of one element that are read. An element with more counts as one that may be hidden. */
const MOST_OF_ELEMENT = 100;
const SELECTOR_LENGTH = 300;
const VALUE_LENGTH = 200;

const NAME = '(?:[\\w-]|[^\\0-\\x7f]|\\\\[^\\n])+';
const COMPOUND = new RegExp(
  `^(${NAME}|\\*)?((?:[.#]${NAME}|\\[[^\\]]*\\]|::?[\\w-]+(?:\\([^)]*\\))?)*)$`,
  'u',
);
const PART = new RegExp(`([.#])(${NAME})|\\[[^\\]]*\\]|::?[\\w-]+(?:\\([^)]*\\))?`, 'gu');
/** Pseudo-elements, and states that a mail does not have when it is opened. */
const ELSEWHERE = /::|:(?:before|after|first-line|first-letter|hover|active|focus[\w-]*|target)\b/i;

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, code?: string, plain?: string) =>
        code === undefined ? plain! : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xfffd)),
      )
    : text;

function declaredBy(property: string, value: string, read: ReadonlySet<string>): Declaration | null {
  const name = unescaped(property.slice(0, VALUE_LENGTH)).toLowerCase();
  if (!read.has(name)) return null;
  const text = unescaped(value.slice(0, VALUE_LENGTH)).toLowerCase();
  const plain = text.replace(/\s*!\s*important$/, '');
  return { property: name, value: plain.trim(), important: plain.length < text.length };
}

/** The declarations of an attribute `style`: by default those that may hide the element. */
export function declarationsIn(style: string, read: ReadonlySet<string> = HIDING): Declaration[] {
  const found: Declaration[] = [];
  readCss(style, {
    declaration(property, value) {
      const one = declaredBy(property, value, read);
      if (one) found.push(one);
    },
  });
  return found;
}

/** The rules of a mail with declarations of some properties, indexed by selector. */
export interface StyleRules {
  readonly size: number;
  readonly tooMany: boolean;
  /** The rules that match an element, the weakest first. Null: they are too many. */
  of(element: string, id: string, classes: readonly string[]): readonly StyleRule[] | null;
}

export const NO_RULES: StyleRules = Object.freeze({ size: 0, tooMany: false, of: () => [] });
const HIDES =
  /^(?:none|hidden|collapse|all)$|(?:^|\s)(?:0{1,9}(?:\.0{0,9})?|\.0{1,9})(?:[a-z]{1,4}|%)?(?=[\s/]|$)|\ufffc/;

/** The rules that may hide elements. */
export const hidingRules = (sheets: readonly string[]): StyleRules =>
  styleRules(sheets, HIDING, (one) => !one.property.startsWith('overflow') && HIDES.test(one.value));

/**
 * Reads the style sheets of a mail. Rules inside of at-rules do not count: a screen or a mail client decides whether they apply. `matters`:
 * without such a declaration there are no rules.
 */
export function styleRules(
  sheets: readonly string[],
  read: ReadonlySet<string>,
  matters: (one: Declaration) => boolean = () => true,
): StyleRules {
  const index = new Map<string, StyleRule[]>();
  const known = new Map<string, readonly StyleRule[]>();
  let size = 0;
  let any = false;
  let lastText: string | null = null;
  let last: StyleRule[] = [];

  function rulesFor(selectors: string): StyleRule[] {
    const made: StyleRule[] = [];
    for (const one of selectors.replace(/<!--|-->/g, ' ').split(',')) {
      const rule = size < MOST_RULES ? ruleOf(one.trim(), size) : null;
      if (!rule) continue;
      size += 1;
      made.push(rule);
      const [first] = rule.classes;
      const key = rule.id !== null ? `#${rule.id}` : first !== undefined ? `.${first}` : (rule.tag ?? '*');
      const same = index.get(key);
      if (same) same.push(rule);
      else index.set(key, [rule]);
    }
    return made;
  }

  const reader: CssReader = {
    selector() {
      lastText = null;
    },
    declaration(property, value, blocks) {
      const [selectors] = blocks;
      if (blocks.length !== 1 || selectors === undefined || selectors.startsWith('@')) return;
      const one = declaredBy(property, value, read);
      if (!one) return;
      any ||= matters(one);
      if (lastText !== selectors) {
        lastText = selectors;
        last = rulesFor(selectors);
      }
      for (const rule of last) rule.declared.push(one);
    },
  };
  for (const sheet of sheets) readCss(sheet, reader);

  if (!any) return NO_RULES;
  return {
    size,
    tooMany: size >= MOST_RULES,
    of(element, id, classes) {
      const keys = [element, '*', `#${id}`, ...classes.map((name) => `.${name}`)].filter((key) =>
        index.has(key),
      );
      if (keys.length === 0) return [];
      const name = `${element} ${keys.join(' ')}`;
      const before = known.get(name);
      if (before) return before;
      const has = new Set(classes);
      const lists = Array.from(new Set(keys), (key) => index.get(key)!);
      if (lists.reduce((sum, { length }) => sum + length, 0) > MOST_OF_ELEMENT) return null;
      const candidates = lists.flat();
      const found = candidates
        .filter(
          (rule) =>
            (rule.tag === null || rule.tag === element) &&
            (rule.id === null || rule.id === id) &&
            rule.classes.every((one) => has.has(one)),
        )
        .sort((one, other) => one.specificity - other.specificity || one.order - other.order);
      if (known.size < MOST_RULES) known.set(name, found);
      return found;
    },
  };
}

/** Null: the selector matches nothing that a reader sees when the mail is opened. */
function ruleOf(selector: string, order: number): StyleRule | null {
  const declared: Declaration[] = [];
  const any = { tag: null, id: null, classes: [], sure: false, specificity: 0, order, declared };
  if (selector === '') return null;
  if (selector.length > SELECTOR_LENGTH) return any;
  const compounds = selector
    .replace(/\[[^\]]*\]/g, '[]')
    .replace(/\([^()]*\)/g, '()')
    .replace(/\s+/g, ' ')
    .split(/ ?[ >+~] ?/);
  const found = COMPOUND.exec(compounds.at(-1)!);
  if (!found) return any;
  const [, tag, rest = ''] = found;
  if (ELSEWHERE.test(rest)) return null;
  const classes: string[] = [];
  let id: string | null = null;
  let sure = compounds.length === 1;
  for (const [, sign, name] of rest.matchAll(PART)) {
    if (sign === '.') classes.push(unescaped(name!).toLowerCase());
    else if (sign === '#') id = unescaped(name!).toLowerCase();
    else sure = false;
  }
  return {
    tag: tag === undefined || tag === '*' ? null : tag.toLowerCase(),
    id,
    classes,
    sure,
    specificity: (id === null ? 0 : 10_000) + classes.length * 100 + (tag && tag !== '*' ? 1 : 0),
    order,
    declared,
  };
}
