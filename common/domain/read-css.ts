/** Names are in lower case. */
export interface CssReader {
  /** `blocks`: the enclosing selectors and at-rules, the outermost first. */
  declaration(property: string, value: string, blocks: readonly string[]): void;
  selector?(text: string): void;
  atRule?(name: string): void;
}

/** Splits as CSS does, with comments, quotes and brackets, in linear time, and skips broken parts. */
export function readCss(css: string, reader: CssReader): void {
  let parts: string[] = [];
  let from = 0;
  let depth = 0;
  const blocks: string[] = [];

  function take(end: number): string {
    parts.push(css.slice(from, end));
    const text = parts.join(' ').trim();
    parts = [];
    from = end + 1;
    depth = 0;
    return text;
  }

  function declaration(text: string): void {
    if (text.startsWith('@')) return atRule(text);
    const colon = text.indexOf(':');
    if (colon > 0)
      reader.declaration(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim(), blocks);
  }

  const atRule = (text: string): void => reader.atRule?.(/^@([\w-]{0,40})/.exec(text)![1]!.toLowerCase());

  for (let at = 0; at < css.length; at += 1) {
    const c = css[at];
    if (c === '/' && css[at + 1] === '*') {
      parts.push(css.slice(from, at));
      const end = css.indexOf('*/', at + 2);
      at = end === -1 ? css.length : end + 1;
      from = at + 1;
    } else if (c === '"' || c === "'") {
      at = quoteEnd(css, at, c);
    } else if (c === '(') depth += 1;
    else if (c === ')') depth = Math.max(0, depth - 1);
    else if (c === '{') {
      const text = take(at);
      if (text.startsWith('@')) atRule(text);
      else if (text !== '') reader.selector?.(text);
      blocks.push(text);
    } else if (c === '}' || (c === ';' && depth === 0)) {
      declaration(take(at));
      if (c === '}') blocks.pop();
    }
  }
  declaration(take(css.length));
}

/** The offset of the quote that ends a text, or of the end of its line, where a broken one ends. */
function quoteEnd(css: string, start: number, quote: string): number {
  for (let at = start + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === quote || css[at] === '\n') return at;
  }
  return css.length;
}
