import type { Texts } from '../../texts/texts.ts';
import { isEmptyMail } from './blocks.ts';
import { connect } from './canvas-events.ts';
import { layered, PART } from './canvas-marks.ts';
import { type Canvas, type CanvasPage, textElementOf } from './canvas-parts.ts';
import { compileCanvas } from './compile.ts';
import type { DesignStore, EditorState } from './design-store.ts';
import { elementOf } from './drop-place.ts';
import { type FieldWord, htmlWithFields, showChips } from './field-chips.ts';
import { harmless, makeHarmless } from './harmless.ts';
import { childrenOf, find, flat, type Node, pathTo, update } from './tree.ts';

export const DEVICES = { desktop: '', phone: '375px' } as const;
export type Device = keyof typeof DEVICES;

/** The canvas is in standards mode, as mails are. */
export const BLANK_PAGE = '<!doctype html><html><head></head><body></body></html>';

/** Outlines take no room, so the email looks as it does without them. */
const MARKS = `
html { cursor: default; }
[${PART}] { cursor: pointer; }
[data-hovered] { outline: 1px dashed #1f5fc4; outline-offset: -1px; }
[data-selected] { outline: 2px solid #1f5fc4; outline-offset: -2px; }
[contenteditable=true] { outline: none; cursor: text; }
[data-field] { border-radius: 3px; box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 40%, transparent); background: color-mix(in srgb, currentColor 8%, transparent); }
[data-empty] { box-sizing: border-box; margin: 4px; padding: 20px 8px; border: 2px dashed #8a94a3; border-radius: 6px; color: #414a5a; background: #fff; font: 14px/20px sans-serif; text-align: center; }
[data-part]:has(> [data-empty=over]) { position: relative; }
[data-empty=over] { position: absolute; inset: 50% 2px auto; translate: 0 -50%; overflow: hidden; margin: 0; padding: 0; background: none; white-space: nowrap; }
[data-gap] { position: absolute; z-index: 2147483647; height: 4px; border-radius: 2px; background: #1f5fc4; pointer-events: none; }
`;

/** An important rule of the first layer wins. */
const LIGHT = '@layer first { html { color-scheme: only light !important; } }';

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g;

/** The policy of the page refuses sheets of other hosts. */
const IMPORT = /@import[^;]*;/g;

/** With media features that always and never hold. */
const sheetFor = (css: string, isDark: boolean): string =>
  css.replace(IMPORT, '').replace(DARK, isDark ? '(min-width: 0)' : '(max-width: 0)');

/** Draws the email in the frame after each change, and handles what a person does there. */
export function startCanvas(
  frame: HTMLIFrameElement,
  store: DesignStore,
  texts: Texts['editor'],
  word: FieldWord,
  host: CanvasPage,
): Canvas {
  const page = (): Document => frame.contentDocument!;
  let drawn: Pick<EditorState, 'head' | 'body'> | null = null;
  let isDrawing = false;
  let isDark = false;
  let isStopped = false;
  /** The part that was brought into view last. */
  let seen: number | null = null;
  let writing: { readonly key: number; readonly element: HTMLElement; readonly listener: () => void } | null =
    null;

  const written = (): void => {
    if (!writing) return;
    const { key, element } = writing;
    const inside = htmlWithFields(element);
    const { body } = store.get();
    if (find(body, key)?.inside === inside) return;
    const next = update(body, key, (node) => ({ ...node, inside }));
    // The element shows it already.
    if (drawn?.body === body) drawn = { ...drawn, body: next };
    store.change({ body: next }, `text ${key}`);
  };

  const endWriting = (): void => {
    if (!writing) return;
    writing.element.removeEventListener('input', writing.listener);
    for (const one of writablesOf(writing.element)) one.removeAttribute('contenteditable');
    writing = null;
  };

  const beginWriting = (key: number): void => {
    const node = find(store.get().body, key);
    const element = node && textElementOf(page(), node);
    if (!element || typeof node.inside !== 'string') return;
    element.replaceChildren(page().importNode(harmless(node.inside), true));
    showChips(element, word);
    for (const one of writablesOf(element)) one.contentEditable = 'true';
    element.addEventListener('input', written);
    writing = { key, element, listener: written };
    frame.focus();
    placeCursor(page(), element, canvas.point);
    canvas.point = null;
  };

  const mark = (): void => {
    const { selected, writing: wanted } = store.get();
    for (const one of page().querySelectorAll('[data-selected]')) {
      one.removeAttribute('data-selected');
      one.removeAttribute('draggable');
    }
    const element = selected === store.get().body.key ? null : elementOf(page(), selected);
    element?.setAttribute('data-selected', '');
    if (selected !== seen) bringIntoView(element);
    seen = selected;
    if (wanted !== (writing?.key ?? null)) {
      endWriting();
      if (wanted !== null) beginWriting(wanted);
    }
    if (writing === null) element?.setAttribute('draggable', 'true');
  };

  const show = (mail: Document, { body: root }: EditorState): void => {
    const own = page();
    const scrolled = own.scrollingElement?.scrollTop ?? 0;
    const sheets = [...mail.querySelectorAll('style')].map(({ textContent }) => textContent);
    makeHarmless(mail);
    for (const style of mail.querySelectorAll('body style')) style.remove();
    for (const { name, value } of mail.documentElement.attributes)
      if (name === 'lang' || name === 'dir') own.documentElement.setAttribute(name, value);
    const shown = layered(sheets.map((css) => sheetFor(css, isDark)));
    const styles = [LIGHT, ...shown, MARKS].map((css) => {
      const style = own.createElement('style');
      style.textContent = css;
      return style;
    });
    own.head.replaceChildren(...styles);
    const body = own.importNode(mail.body, true);
    own.body.replaceWith(body);
    const isEmpty = isEmptyMail(root);
    // Measured first: a hint may make its row higher.
    const places = flat(root).filter(isPlaceToFill);
    const rooms = places.map((node) => (isEmpty ? null : roomFor(own, root, node)));
    for (const [at, { key }] of places.entries())
      elementOf(own, key)?.append(hintOf(own, isEmpty ? texts.empty : texts.emptyPlace, rooms[at]!));
    showChips(body, word);
    own.scrollingElement!.scrollTop = scrolled;
  };

  const draw = async (): Promise<void> => {
    if (isDrawing) return;
    isDrawing = true;
    for (;;) {
      const state = store.get();
      if (drawn && drawn.body === state.body && drawn.head === state.head) break;
      try {
        const mail = await compileCanvas(state, texts.chooseImage);
        if (isStopped) return;
        // Settings that are being typed keep the focus.
        if (writing && document.activeElement !== frame) store.write(null);
        endWriting();
        show(mail, state);
        host.failed(false);
      } catch (error) {
        console.info('The canvas could not be drawn.', error);
        host.failed(true);
      }
      drawn = { head: state.head, body: state.body };
    }
    isDrawing = false;
    mark();
    host.shown();
  };

  const changed = (): void => {
    const { body, head } = store.get();
    if (drawn?.body === body && drawn.head === head) mark();
    else void draw();
  };

  const canvas: Canvas = {
    frame,
    store,
    page,
    word,
    written,
    point: null,
    showDark(wanted) {
      isDark = wanted;
      drawn = null;
      void draw();
    },
    stop() {
      isStopped = true;
      unsubscribe();
      disconnect();
    },
  };
  const unsubscribe = store.subscribe(changed);
  const disconnect = connect(canvas, host);
  void draw();
  return canvas;
}

const FILLED: ReadonlySet<string> = new Set(['mj-body', 'mj-column']);

const isPlaceToFill = (node: Node): boolean => FILLED.has(node.tag) && childrenOf(node).length === 0;

/** Pixels of a hint that takes no room. */
const HINT = 40;
/** A lower row needs room for its hint. */
const LOWEST = 16;

interface HintRoom {
  readonly height: number;
  readonly isBesideContent: boolean;
}

/** A hint lies over its row, so that empty columns and rows that keep distance look as in the email. Null: its row is too low for that. */
function roomFor(page: Document, root: Node, { key }: Node): HintRoom | null {
  const row = pathTo(root, key).find(({ tag }) => tag === 'mj-section');
  if (!row) return null;
  if (flat(row).some((one) => !isPlaceToFill(one) && childrenOf(one).length === 0))
    return { height: HINT, isBesideContent: true };
  const height = elementOf(page, row.key)?.getBoundingClientRect().height ?? 0;
  return height < LOWEST ? null : { height: Math.min(height, HINT), isBesideContent: false };
}

function hintOf(page: Document, text: string, room: HintRoom | null): HTMLElement {
  const hint = page.createElement('div');
  hint.setAttribute('data-empty', room ? 'over' : '');
  if (room) hint.style.cssText = `height:${room.height}px;line-height:${room.height - 4}px`;
  hint.title = text;
  if (!room?.isBesideContent) hint.textContent = text;
  return hint;
}

function bringIntoView(element: HTMLElement | null): void {
  if (!element) return;
  const { top, bottom } = element.getBoundingClientRect();
  const { innerHeight } = element.ownerDocument.defaultView!;
  if (bottom < 40 || top > innerHeight - 40) element.scrollIntoView({ block: 'center' });
}

/** Each cell of a table is a text: a table that is one text loses cells. */
const writablesOf = (element: HTMLElement): readonly HTMLElement[] =>
  element.tagName === 'TABLE' ? [...element.querySelectorAll<HTMLElement>('td, th')] : [element];

/** At the point, else at the end of the text. */
function placeCursor(page: Document, text: HTMLElement, point: Canvas['point']): void {
  const pressed = point && page.elementFromPoint(point.x, point.y);
  const texts = writablesOf(text);
  const element = texts.find((one) => one.contains(pressed)) ?? texts[0] ?? text;
  element.focus();
  const at = point && page.caretRangeFromPoint(point.x, point.y);
  const range = at && element.contains(at.startContainer) ? at : page.createRange();
  if (range !== at) {
    range.selectNodeContents(element);
    range.collapse(false);
  }
  const selection = page.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
