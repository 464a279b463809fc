import { decodeHtml, escapeHtml } from '../domain/html-escape.ts';
import type { HtmlContext } from '../domain/html-pieces.ts';
import type { Placeholder, PlaceholderValues, Segment } from '../domain/placeholders.ts';
import { FILTERS, type FilterName } from './filters.ts';
import { type BodyPart, token } from './parts.ts';

/** The placeholder for the address of the recipient's preferences page. */
export const PREFERENCES = 'unsubscribe_preferences';

/** The values of a send at compile time; `publicUrl` without a trailing slash. */
export interface SendConstants {
  readonly publicUrl: string;
  readonly values: PlaceholderValues;
}

/** The parts of one placeholder: constant text, the address of the preferences page with its token, or a place for a value. */
function partsOf(
  placeholder: Placeholder,
  filter: FilterName | null,
  html: boolean,
  send: SendConstants,
): BodyPart[] {
  const { name, fallback } = placeholder;
  const fixed = (value: string): string => {
    const filtered = filter ? FILTERS[filter](value) : value;
    return html ? escapeHtml(filtered) : filtered;
  };
  if (name === PREFERENCES) {
    return filter === 'css' ? [] : [fixed(`${send.publicUrl}/preferences/`), token('preferences')];
  }
  const constant = send.values.get(name);
  return constant === undefined
    ? [{ kind: 'value', name, fallback, filter, html }]
    : [fixed(constant || fallback)];
}

const unescaped = ({ name, fallback }: Placeholder): Placeholder => ({
  name,
  fallback: decodeHtml(fallback),
});

export function htmlValueParts(
  placeholder: Placeholder,
  context: HtmlContext,
  send: SendConstants,
): BodyPart[] {
  const filter: FilterName | null = context === 'style' ? 'css' : context === 'unquoted' ? 'unquoted' : null;
  return partsOf(unescaped(placeholder), filter, context !== 'unquoted', send);
}

export const derivedValueParts = (placeholder: Placeholder, send: SendConstants): BodyPart[] =>
  partsOf(unescaped(placeholder), null, false, send);

/** The first value may be a whole address; later values are components. `html`: whether to escape. */
export function urlParts(segments: readonly Segment[], html: boolean, send: SendConstants): BodyPart[] {
  let atStart = true;
  return segments.flatMap((segment) => {
    if (typeof segment === 'string') {
      const literal = decodeHtml(segment);
      // oxlint-disable-next-line no-control-regex -- what parsers skip before an address
      if (/[^\0-\x20]/.test(literal)) atStart = false;
      return [html ? segment : literal];
    }
    const filter: FilterName = atStart ? 'url' : 'component';
    atStart = false;
    return partsOf(unescaped(segment), filter, html, send);
  });
}

/** The placeholder that an address begins with, or null. */
export function leadsTo(segments: readonly Segment[]): string | null {
  const first = segments.find((segment) => typeof segment !== 'string' || segment.trim() !== '');
  return first === undefined || typeof first === 'string' ? null : first.name;
}

export function textParts(segments: readonly Segment[], html: boolean, send: SendConstants): BodyPart[] {
  return segments.flatMap((segment) => {
    if (typeof segment !== 'string') return partsOf(segment, null, html, send);
    return [html ? escapeHtml(segment) : segment];
  });
}
