/** Milliseconds in which what closes a dialog may move the focus itself. */
const MOVES_MS = 10;

/** The element that had the focus last, and the page on which it had it. An entry of a menu, which closes, counts as the button of the menu. */
let last: HTMLElement | null = null;
let page = '';
/** Whether the last input was a key. */
let isByKey = false;

/** The rows next to each row that was taken out: the one after it, then the one before. */
const neighbours = new WeakMap<Node, readonly (Node | null)[]>();
/** The parts that were put where each part was taken out. */
const redrawn = new WeakMap<Node, readonly Element[]>();
/** Elements in which one had the focus, and the parts that took their place: the focus may go back there. */
const visited = new WeakSet<Node>();
/** The element in focus when a button began to wait for its answer. */
const begunAt = new WeakMap<Element, HTMLElement | null>();

const isAway = (): boolean => document.activeElement === null || document.activeElement === document.body;

export const isClosing = (element: Element | null): boolean => element?.closest('[data-closing]') != null;

function visit(element: Element | null): void {
  for (let at: Node | null = element; at && !visited.has(at); at = at.parentNode) visited.add(at);
}

function note(element: HTMLElement | null): void {
  const menu = element?.closest('[role=menu]');
  last = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  page = location.pathname;
  visit(last);
}

/** The element in focus, or the one that lost it because it is switched off while it waits; for an entry of a menu, the button of the menu. */
export function opener(): HTMLElement | null {
  if (!isAway()) note(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  return last?.isConnected && page === location.pathname ? last : null;
}

/** The element that had the focus last, unless it is gone. */
export const lastFocused = (): HTMLElement | null => (last?.isConnected ? last : null);

/** The uppermost dialog, without those that are closing. */
export const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]:not([data-closing] *)')].at(-1);

function giveFocus(element: HTMLElement, preventScroll: boolean): boolean {
  if (element.matches('h1, h2')) element.tabIndex = -1;
  element.focus({ preventScroll });
  return document.activeElement === element;
}

/** Whether an element took the focus: one that is gone, hidden or switched off does not. */
const takesFocus = (element: HTMLElement): boolean =>
  giveFocus(element, !(isByKey && element.matches('h1, h2')));

/** As `takesFocus`, and the page does not scroll. */
export const takesFocusInPlace = (element: HTMLElement): boolean => giveFocus(element, true);

/** For an element of a row that was taken out, the first link or button of the next row takes the focus, or of the row before. */
const nextRowTakesFocus = (gone: Element): boolean =>
  (neighbours.get(gone.getRootNode()) ?? []).some(
    (row) =>
      row instanceof Element &&
      (row.isConnected
        ? [...row.querySelectorAll<HTMLElement>('a[href], button')].some(takesFocus)
        : nextRowTakesFocus(row)),
  );

/** Elements of the same kind, in order. */
const likeIn = (part: Element, { localName }: Element): HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>(localName),
];

/** The elements that were added, by their parent. */
function addedTo(records: readonly MutationRecord[]): ReadonlyMap<Node, readonly Element[]> {
  const added = new Map<Node, Element[]>();
  for (const { target, addedNodes } of records)
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      const those = added.get(target);
      if (those) those.push(node);
      else added.set(target, [node]);
    }
  return added;
}

/** Notes which parts of the page were drawn again, such as a form whose record was saved. */
function noteRedrawn(records: readonly MutationRecord[]): void {
  // A long list is taken out and put back row by row.
  let added: ReadonlyMap<Node, readonly Element[]> | null = null;
  for (const { target, removedNodes } of records)
    for (const old of removedNodes) {
      if (!(old instanceof Element && visited.has(old))) continue;
      added ??= addedTo(records);
      const drawn = added.get(target) ?? [];
      redrawn.set(old, drawn);
      for (const part of drawn) if (part.localName === old.localName) visit(part);
    }
}

/** The element that took the place of one that is gone: the one with its id, or the one at its place in the part that was drawn again. */
function successorOf(gone: HTMLElement): HTMLElement | null {
  const named = gone.id === '' ? null : document.getElementById(gone.id);
  if (named) return named;
  // The root of an element that was taken out is the part that was taken out with it.
  const old = gone.getRootNode();
  if (!(old instanceof Element)) return null;
  const before = likeIn(old, gone);
  for (const part of redrawn.get(old) ?? []) {
    if (part === old || part.localName !== old.localName) continue;
    const now = likeIn(part, gone);
    const same = now.length === before.length ? now[before.indexOf(gone)] : undefined;
    if (same) return same.isConnected ? same : successorOf(same);
  }
  return null;
}

/** The element that opened a dialog, then those of the dialogs below it or before it in a chain. */
export type Openers = readonly HTMLElement[];

/** Gives the focus to what opened a dialog; when that is gone, to the row after its row, to the dialog below, to what opened the first of a chain, or to the heading of the page. */
function giveFocusBack([opened, ...earlier]: Openers): void {
  const from = opened?.isConnected === false ? (successorOf(opened) ?? opened) : opened;
  if (from && (takesFocus(from) || nextRowTakesFocus(from))) return;
  if (from?.isConnected && from.hasAttribute('data-loading')) {
    // It gets the focus with its answer.
    note(from);
    begunAt.set(from, from);
    return;
  }
  const below = openDialog();
  if (!below && earlier.some(takesFocus)) return;
  const place = below ?? [...document.querySelectorAll<HTMLElement>('main h1')].at(-1);
  if (place) takesFocus(place);
}

/** Gives the focus back when what had it is gone, unless what closes moves it itself. */
export function giveLostFocusBack(from: Openers): void {
  setTimeout(() => {
    if (isAway() || isClosing(document.activeElement)) giveFocusBack(from);
  }, MOVES_MS);
}

/** Where the focus goes when a part of a page or dialog that had it is taken out: the heading of its section or page, or the dialog. */
function placeOf(target: Node): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const dialog = target.closest<HTMLElement>('[role=dialog]');
  if (dialog) return dialog;
  // A menu, a note or a dialog that closes moves the focus itself.
  if (!target.closest('main')) return null;
  return (
    target.closest('section')?.querySelector<HTMLElement>('h2') ??
    document.querySelector<HTMLElement>('main h1')
  );
}

/** The last field before a button of a form or dialog takes the focus. */
const fieldBeforeTakesFocus = (button: HTMLElement, form: HTMLElement): boolean =>
  [...form.querySelectorAll<HTMLElement>('input, select, textarea')]
    .filter((field) => field.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING)
    .toReversed()
    .some(takesFocus);

/**
 * A button that waited has its answer: unless the focus moved meanwhile, a wrong field of its form or dialog gets the focus, or else the button, which lost
 * it while it was off, or the field before it if the button stays off.
 */
function afterAnswer(button: HTMLElement): void {
  const now = opener();
  if (button.hasAttribute('data-loading')) begunAt.set(button, now);
  else if (now && now === begunAt.get(button) && !isClosing(button)) {
    const form = button.closest<HTMLElement>('form, [role=dialog]');
    const wrong = form?.contains(now) && form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) takesFocus(wrong);
    else if (now === button && isAway() && !takesFocus(button) && form) fieldBeforeTakesFocus(button, form);
  }
}

/** Keeps the focus on the page when its element is removed, moved or switched off: a person without a mouse or screen would begin at the top again. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => note(target instanceof HTMLElement ? target : null));
  addEventListener('keydown', () => (isByKey = true), true);
  addEventListener('pointerdown', ({ target }) => {
    isByKey = false;
    if (!(target instanceof Element)) return;
    // Safari does not give the focus to what is pressed.
    const pressed = target.closest<HTMLElement>('button, a[href]');
    if (pressed || !last?.contains(target)) note(pressed);
  });
  new MutationObserver((records) => {
    for (const { type, attributeName, target, removedNodes, nextSibling, previousSibling } of records) {
      for (const node of removedNodes)
        if (node instanceof HTMLLIElement || node instanceof HTMLTableRowElement)
          neighbours.set(node, [nextSibling, previousSibling]);
      if (type === 'attributes' && target instanceof HTMLElement)
        if (attributeName === 'data-loading') afterAnswer(target);
        else if (target === last && isAway()) takesFocus(target);
    }
    noteRedrawn(records);
    // Another page has a rule of its own (`page-focus.ts`).
    if (!last || !isAway() || page !== location.pathname) return;
    const at = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    if (!at || takesFocus(last) || last.isConnected || nextRowTakesFocus(last)) return;
    const place = placeOf(at.target);
    if (!place) return;
    const successor = successorOf(last);
    if (!successor || !takesFocus(successor)) takesFocus(place);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-loading', 'disabled'],
  });
}
