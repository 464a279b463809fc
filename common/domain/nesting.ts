/** Normal mails nest a few dozen levels deep. html-to-text takes 44 s for 300,000 open `<div>`, then overflows the stack. */
const DEEPEST = 400;
/** Elements without contents. */
export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const CELLS = new Set(['td', 'th']);
const TERMS = new Set(['dd', 'dt']);
/** The innermost open elements that a start tag closes, as in html-to-text's parser. */
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

interface OpenElement<Note> {
  readonly element: string;
  readonly note: Note;
}

/** Like the parser that makes the text part. An end tag closes its element and all elements inside it, or nothing. */
export function nesting<Note = undefined>() {
  const stack: OpenElement<Note>[] = [];
  let deep = false;
  return {
    /** Closes the elements that a start tag ends. Call it before `open`. */
    end(element: string): void {
      if (deep) return;
      const closed = CLOSES.get(element);
      if (closed) while (stack.length > 0 && closed.has(stack.at(-1)!.element)) stack.pop();
    },
    open(element: string, note: Note): void {
      if (!deep && !VOID.has(element)) deep = stack.push({ element, note }) > DEEPEST;
    },
    /** Returns the elements that were open inside the closed one, the innermost last. */
    close(element: string): readonly OpenElement<Note>[] {
      if (deep) return [];
      const at = stack.findLastIndex((one) => one.element === element);
      return at === -1 ? [] : stack.splice(at).slice(1);
    },
    get note(): Note | undefined {
      return stack.at(-1)?.note;
    },
    get deep(): boolean {
      return deep;
    },
  };
}
