/** Characters searched for the fault. For a longer text no position is reported. */
const LOOKED_AT = 2 ** 18;

const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON has none of them in its texts.
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const BLANK = /[ \t\n\r]*/y;

type ExpectedToken = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'end or comma';

/** Line and column from 1; null for valid JSON or a long text. JSON.parse reports positions only in some versions of Node. */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  if (text.length > LOOKED_AT) return null;
  const open: string[] = [];
  let expected: ExpectedToken = 'value';
  let at = 0;
  for (;;) {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    at = BLANK.lastIndex;
    if (open.length === 0 && expected === 'end or comma')
      return at === text.length ? null : placeOf(text, at);
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const next: ExpectedToken | null = token && follow(token, expected, open);
    if (!next) return placeOf(text, at);
    expected = next;
    at = TOKEN.lastIndex;
  }
}

/** The place in words. JSON.parse repeats the text, which may be a secret where a path leads to the wrong file. */
export function jsonFaultInWords(text: string): string {
  const place = jsonFault(text);
  return place === null ? 'not valid JSON' : `not valid JSON at line ${place.line}, column ${place.column}`;
}

/** Returns the tokens expected next; null when the token itself was not expected. Updates `open`. */
function follow(
  [, sign, name]: RegExpExecArray,
  expected: ExpectedToken,
  open: string[],
): ExpectedToken | null {
  const named = expected === 'name' || expected === 'first name';
  const valued = expected === 'value' || expected === 'first item';
  if (sign === undefined) {
    if (named) return name === undefined ? null : 'colon';
    return valued ? 'end or comma' : null;
  }
  switch (sign) {
    case '{':
    case '[':
      if (!valued) return null;
      open.push(sign);
      return sign === '{' ? 'first name' : 'first item';
    case ':':
      return expected === 'colon' ? 'value' : null;
    case ',':
      if (expected !== 'end or comma') return null;
      return open.at(-1) === '{' ? 'name' : 'value';
    default: {
      const ends = expected === 'end or comma' || expected === (sign === '}' ? 'first name' : 'first item');
      return ends && open.pop() === (sign === '}' ? '{' : '[') ? 'end or comma' : null;
    }
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
