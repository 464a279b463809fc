import { writtenField } from '../../data/field-names.ts';
import type { Canvas } from './canvas-parts.ts';
import { sheetsOf } from './design.ts';
import { FIELD, showChips } from './field-chips.ts';

// Changes of the selection in the text that is being edited.

/** The only way to change a selection in editable text; the HTML standard (6.6.4) keeps it. */
export function run({ page, frame }: Canvas, command: string, value?: string): void {
  frame.focus();
  page().execCommand('styleWithCSS', false, 'true');
  page().execCommand(command, false, value);
}

export const BLOCK_TAGS = ['p', 'h1', 'h2', 'h3'] as const;
export type BlockTag = (typeof BLOCK_TAGS)[number];

const BLOCK_STYLES: Readonly<Record<BlockTag, string>> = {
  p: 'margin:0',
  h1: 'margin:0;font-size:28px;line-height:36px',
  h2: 'margin:0;font-size:22px;line-height:30px',
  h3: 'margin:0;font-size:18px;line-height:26px',
};

const elementAt = ({ page }: Canvas): Element | null => {
  const node = page().getSelection()?.anchorNode ?? null;
  return node instanceof page().defaultView!.Element ? node : (node?.parentElement ?? null);
};

export function setBlock(canvas: Canvas, tag: BlockTag): void {
  run(canvas, 'formatBlock', `<${tag}>`);
  const block = elementAt(canvas)?.closest(tag);
  // The design has its own look of these.
  const isStyled = new RegExp(`\\b${tag}\\b[^{}]*\\{`).test(sheetsOf(canvas.store.get().head));
  if (isStyled) block?.removeAttribute('style');
  else block?.setAttribute('style', BLOCK_STYLES[tag]);
  canvas.written();
}

export function setList(canvas: Canvas, command: 'insertUnorderedList' | 'insertOrderedList'): void {
  run(canvas, command);
  elementAt(canvas)?.closest('ul, ol')?.setAttribute('style', 'margin:0;padding-left:24px');
  canvas.written();
}

/** The largest of the seven sizes that browsers know stands for the size in pixels. */
export function setSize(canvas: Canvas, pixels: number): void {
  run(canvas, 'fontSize', '7');
  for (const one of canvas.page().querySelectorAll<HTMLElement>('[contenteditable=true] [style]'))
    if (one.style.fontSize.endsWith('xxx-large')) {
      one.style.fontSize = `${pixels}px`;
      one.style.lineHeight = '1.3';
    }
  canvas.written();
}

/** Puts a field at the cursor, which is behind it then. Returns its chip. */
export function insertField(canvas: Canvas, name: string): HTMLElement | null {
  const page = canvas.page();
  const chips = (): HTMLElement[] => [
    ...page.querySelectorAll<HTMLElement>(`[contenteditable=true] [${FIELD}]`),
  ];
  const before = new Set(chips());
  // An element would end up behind the paragraph.
  run(canvas, 'insertText', `((${name}))`);
  const text = elementAt(canvas)?.closest('[contenteditable=true]');
  if (text) showChips(text, canvas.word);
  const made = chips().find((one) => !before.has(one)) ?? null;
  if (made)
    page.getSelection()?.setPosition(made.parentNode, [...made.parentNode!.childNodes].indexOf(made) + 1);
  canvas.written();
  return made;
}

export const fallbackOf = (chip: HTMLElement): string =>
  (chip.getAttribute(FIELD) ?? '').split('|').slice(1).join('|');

export const nameOf = (chip: HTMLElement): string => (chip.getAttribute(FIELD) ?? '').split('|')[0] ?? '';

export function setFallback(canvas: Canvas, chip: HTMLElement, fallback: string): void {
  const name = nameOf(chip);
  chip.setAttribute(FIELD, writtenField(name, fallback));
  chip.textContent = canvas.word(name, fallbackOf(chip));
  canvas.written();
}
