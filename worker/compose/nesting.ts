/** Mails nest some dozens deep; html-to-text takes 44 s for 300,000 open `<div>`, and then overflows the stack. */
const DEEPEST = 400;
/** Elements without contents, and those that their next sibling closes. */
const NOT_COUNTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th option'.split(
    ' ',
  ),
);

/** Follows how deep elements nest, as parsers do: an end tag closes what is open within, or nothing. */
export function nesting(): {
  open(element: string): void;
  close(element: string): void;
  readonly deep: boolean;
} {
  const stack: string[] = [];
  let deep = false;
  return {
    open(element) {
      if (!NOT_COUNTED.has(element) && !deep) deep = stack.push(element) > DEEPEST;
    },
    close(element) {
      const at = stack.lastIndexOf(element);
      if (at !== -1 && !deep) stack.length = at;
    },
    get deep() {
      return deep;
    },
  };
}
