/** Normal mails nest a few dozen levels deep. html-to-text takes 44 s for 300,000 open `<div>`, then overflows the stack. */
const DEEPEST = 400;
/** Elements without contents. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const CELLS = new Set(['td', 'th']);
const TERMS = new Set(['dd', 'dt']);
/** Which innermost open elements a start tag closes, as in html-to-text's parser. */
const CLOSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', new Set(['li'])],
  ['dd', TERMS],
  ['dt', TERMS],
  ['td', CELLS],
  ['th', CELLS],
  ['tr', new Set(['tr', 'td', 'th'])],
  ['option', new Set(['option'])],
  ...'p h1 h2 h3 h4 h5 h6 div ul ol table blockquote pre hr form address article aside footer header main nav section'
    .split(' ')
    .map((element): [string, ReadonlySet<string>] => [element, new Set(['p'])]),
]);

/**
 * Tracks how deep elements nest, in the same way as the parser that makes the text part: every element counts. An end tag
 * closes its element and all elements that are open inside it, or nothing.
 */
export function nesting(): {
  open(element: string): void;
  close(element: string): void;
  readonly deep: boolean;
} {
  const stack: string[] = [];
  let deep = false;
  return {
    open(element) {
      if (deep) return;
      const closed = CLOSES.get(element);
      for (let last = stack.at(-1); last !== undefined && closed?.has(last); last = stack.at(-1)) stack.pop();
      if (!VOID.has(element)) deep = stack.push(element) > DEEPEST;
    },
    close(element) {
      if (deep) return;
      const at = stack.lastIndexOf(element);
      if (at !== -1) stack.length = at;
    },
    get deep() {
      return deep;
    },
  };
}
