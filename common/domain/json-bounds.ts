const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface JsonBounds {
  readonly levels: number;
  /** Values and names of all levels. */
  readonly values: number;
}

/** Stops at the first exceeded bound, before the text is parsed: one of 10^6 levels took 1 s to parse. */
export function exceededBound(text: string, most: JsonBounds): keyof JsonBounds | null {
  let values = 0;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels -= 1;
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      levels += 1;
    }
    if (levels > most.levels) return 'levels';
    if (values > most.values) return 'values';
  }
  return null;
}

function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (let code = text.charCodeAt(at); at < text.length && code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1;
  return at;
}
