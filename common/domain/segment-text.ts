import type { OPERATORS } from './segment-rules.ts';

export type TextOperator = keyof (typeof OPERATORS)['text'];

/** How the text of an operator stands in a value, and whether the operator denies it. */
interface TextShape {
  readonly at: 'all' | 'start' | 'end' | 'anywhere';
  readonly denied: boolean;
}

export const TEXT_SHAPES: Readonly<Record<Exclude<TextOperator, 'is blank' | 'is not blank'>, TextShape>> =
  Object.freeze({
    is: { at: 'all', denied: false },
    'is not': { at: 'all', denied: true },
    contains: { at: 'anywhere', denied: false },
    'does not contain': { at: 'anywhere', denied: true },
    'starts with': { at: 'start', denied: false },
    'does not start with': { at: 'start', denied: true },
    'ends with': { at: 'end', denied: false },
    'does not end with': { at: 'end', denied: true },
  });

/**
 * Letters whose other case is two letters (Unicode, CaseFolding.txt, status F), among those that people's names have.
 * PCRE's caseless matching knows one letter for one alone; it does know `Σσς` and their like.
 */
const LONG_FOLDS: readonly (readonly [text: RegExp, either: string])[] = [
  [/ẞ|ß|ss/giu, '(?:ss|\u{df}|\u{1e9e})'],
  // Not with `i`: that would take a plain i for it.
  [/İ|[iI]\u0307/gu, '(?:i\u0307|\u{130})'],
];

/** A character that PCRE could take for more than itself. A backslash before any ASCII mark makes it plain. */
const escaped = (text: string): string => text.replaceAll(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/g, '\\$&');

/**
 * What a person wrote as a pattern that matches it and nothing else, without case (option `i`), for MongoDB's PCRE. It
 * has no repetition in it, so no text is slow. `\z` and not `$`, which would let a line break follow.
 */
export function textPattern(text: string, { at }: TextShape): string {
  let pattern = escaped(text);
  for (const [letters, either] of LONG_FOLDS) pattern = pattern.replaceAll(letters, either);
  return `${at === 'all' || at === 'start' ? '^' : ''}${pattern}${at === 'all' || at === 'end' ? '\\z' : ''}`;
}

const folded = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');

/** The same question asked of a text at hand. */
export function standsIn(value: string, text: string, { at }: TextShape): boolean {
  const [whole, part] = [folded(value), folded(text)];
  if (at === 'all') return whole === part;
  if (at === 'start') return whole.startsWith(part);
  return at === 'end' ? whole.endsWith(part) : whole.includes(part);
}
