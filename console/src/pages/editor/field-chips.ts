import { WRITTEN } from '../../data/field-names.ts';

/** Attribute of a field that is shown by its name: the text between its brackets. */
export const FIELD = 'data-field';

/** The word for a field: its fallback, else its name. */
export type FieldWord = (name: string, fallback: string) => string;

export function chipOf(page: Document, written: string, word: FieldWord): HTMLElement {
  const [name = '', ...rest] = written.split('|');
  const chip = page.createElement('span');
  chip.setAttribute(FIELD, written);
  chip.contentEditable = 'false';
  chip.textContent = word(name, rest.join('|'));
  return chip;
}

/** Shows the fields in the texts below `root` as chips. */
export function showChips(root: Node, word: FieldWord): void {
  const page = root.ownerDocument!;
  const walker = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.includes('((') && !text.parentElement?.closest(`[${FIELD}]`)) found.push(text);
  }
  for (const text of found) {
    // Texts and fields alternate.
    const pieces = text.data.split(WRITTEN).map((piece, at) => (at % 2 ? chipOf(page, piece, word) : piece));
    text.replaceWith(...pieces);
  }
}

/** The HTML of an edited text, with its fields as the service reads them. */
export function htmlWithFields(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const chip of copy.querySelectorAll(`[${FIELD}]`))
    chip.replaceWith(copy.ownerDocument.createTextNode(`((${chip.getAttribute(FIELD)}))`));
  for (const one of copy.querySelectorAll('[contenteditable]')) one.removeAttribute('contenteditable');
  return copy.innerHTML;
}
