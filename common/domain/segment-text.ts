import type { OPERATORS } from '../../shared/segment-operators.ts';
import { escapePattern } from './escape-pattern.ts';

export type TextOperator = keyof (typeof OPERATORS)['text'];

/** Where the operator's text must be in a value, and whether the operator negates this. */
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
 * Letters whose other case has two letters (Unicode, CaseFolding.txt, status F), as far as names of people contain them. PCRE's caseless
 * matching maps one letter to one letter only; it does handle `Σσς` and similar ones.
 */
const LONG_FOLDS: readonly (readonly [text: RegExp, either: string])[] = [
  [/ẞ|ß|ss/giu, '(?:ss|\u{df}|\u{1e9e})'],
  // Without the flag `i`, which would also match a plain i.
  [/İ|[iI]\u0307/gu, '(?:i\u0307|\u{130})'],
];

/**
 * A pattern for MongoDB's PCRE that matches exactly the given text, case-insensitively (option `i`). It has no repetition, so it is never
 * slow. It uses `\z`, because `$` would allow a line break after it.
 */
export function textPattern(text: string, { at }: TextShape): string {
  let pattern = escapePattern(text);
  for (const [letters, either] of LONG_FOLDS) pattern = pattern.replaceAll(letters, either);
  return `${at === 'all' || at === 'start' ? '^' : ''}${pattern}${at === 'all' || at === 'end' ? '\\z' : ''}`;
}

const folded = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');

export function standsIn(value: string, text: string, { at }: TextShape): boolean {
  const [whole, part] = [folded(value), folded(text)];
  if (at === 'all') return whole === part;
  if (at === 'start') return whole.startsWith(part);
  return at === 'end' ? whole.endsWith(part) : whole.includes(part);
}
