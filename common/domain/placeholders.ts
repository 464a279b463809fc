/** One `((name))` or `((name|fallback))` of a template. */
export interface Placeholder {
  readonly name: string;
  /** Replaces an empty value. Plain text; `''` when none is given. */
  readonly fallback: string;
}

export type Segment = string | Placeholder;

/** Use a `Map`, not a plain object, in which `constructor` would be a value. */
export interface PlaceholderValues {
  get(name: string): string | undefined;
}

const OPEN = '((';
const [OPENING, CLOSING, BAR, LESS, LF, CR] = [40, 41, 124, 60, 10, 13];

const isNameCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

/** The offset of the `))` that ends a fallback starting at `from`, or -1. The fallback may contain single brackets in pairs. */
function fallbackEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LESS || code === LF || code === CR) return -1; // otherwise a stray `((a|` would swallow markup
    if (code === OPENING) {
      if (text.charCodeAt(at + 1) === OPENING) return -1; // the caller scans again from there, which keeps the whole linear
      depth++;
    } else if (code === CLOSING) {
      if (depth > 0) depth--;
      else if (text.charCodeAt(at + 1) === CLOSING) return at;
    }
  }
  return -1;
}

function placeholderAt(text: string, at: number): { placeholder: Placeholder; end: number } | null {
  let nameEnd = at + OPEN.length;
  while (isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++;
  const name = text.slice(at + OPEN.length, nameEnd);
  if (name === '') return null;
  if (text.startsWith('))', nameEnd)) return { placeholder: { name, fallback: '' }, end: nameEnd + 2 };
  if (text.charCodeAt(nameEnd) !== BAR) return null;
  const end = fallbackEnd(text, nameEnd + 1);
  return end === -1 ? null : { placeholder: { name, fallback: text.slice(nameEnd + 1, end) }, end: end + 2 };
}

/** A name consists of letters, digits and underscores, as for custom fields. It takes linear time for any input. */
export function parsePlaceholders(text: string): Segment[] {
  const segments: Segment[] = [];
  let literal = 0;
  let at = text.indexOf(OPEN);
  while (at !== -1) {
    const found = placeholderAt(text, at);
    if (found) {
      if (at > literal) segments.push(text.slice(literal, at));
      segments.push(found.placeholder);
      literal = found.end;
      at = text.indexOf(OPEN, literal);
    } else {
      at = text.indexOf(OPEN, at + 1);
    }
  }
  if (literal < text.length) segments.push(text.slice(literal));
  return segments;
}

const placeholderValue = ({ name, fallback }: Placeholder, values: PlaceholderValues): string =>
  values.get(name) || fallback;

/** Fills a template in a single pass: a `((x))` inside a value is not expanded. `escape` is applied to values. */
export function fillPlaceholders(
  segments: readonly Segment[],
  values: PlaceholderValues,
  escape: (value: string) => string = (value) => value,
): string {
  let filled = '';
  for (const segment of segments) {
    filled += typeof segment === 'string' ? segment : escape(placeholderValue(segment, values));
  }
  return filled;
}

/** A text as a person reads it without the data of a contact: each placeholder is its fallback, else its name. */
export const readablePlaceholders = (text: string): string =>
  parsePlaceholders(text)
    .map((part) => (typeof part === 'string' ? part : part.fallback || `[${part.name.replaceAll('_', ' ')}]`))
    .join('');
