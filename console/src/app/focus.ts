/** Milliseconds in which what closes a dialog may move the focus itself. */
const MOVES_MS = 10;

/** The element in focus; for an entry of a menu, which closes, the button of the menu. */
export function opener(): HTMLElement | null {
  const from = focused();
  const menu = from?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : from;
}

/** Whether an element took the focus: one that is gone, hidden or switched off does not. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** The element that opened a dialog, then those of the dialogs below it or before it in a chain. */
export type Openers = readonly HTMLElement[];

/** Gives the focus to what opened a dialog; when that is gone, to the dialog below, to what opened the first of a chain, or to the heading of the page. */
function giveFocusBack([from, ...earlier]: Openers): void {
  if (from && takesFocus(from)) return;
  if (from?.isConnected && from.hasAttribute('data-loading')) return focusAfterAnswer(from);
  const below = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1);
  if (!below && earlier.some(takesFocus)) return;
  const place = below ?? [...document.querySelectorAll<HTMLElement>('main h1')].at(-1);
  if (!place) return;
  place.tabIndex = -1;
  takesFocus(place);
}

/** Gives the focus back when what had it is gone, unless what closes moves it itself. */
export function giveLostFocusBack(from: Openers): void {
  const last = document.activeElement;
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement === last) giveFocusBack(from);
  }, MOVES_MS);
}

/** The element that had the focus last, and the page on which it had it. */
let last: HTMLElement | null = null;
let page = '';

const isAway = (): boolean => document.activeElement === null || document.activeElement === document.body;

function give(place: HTMLElement | null | undefined): void {
  if (!place) return;
  if (!place.matches('a, button, input, select, textarea')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Where the focus goes when a part that had it is taken out: the row after or before it, the heading of its section or page, or the dialog that stays. */
function placeOf({ target, removedNodes, nextSibling, previousSibling }: MutationRecord): HTMLElement | null {
  if (!(target instanceof Element) || ![...removedNodes].some((node) => node.contains(last))) return null;
  const isRow = (node: Node | null): node is HTMLElement => node instanceof HTMLLIElement && node.isConnected;
  if ([...removedNodes].some((node) => node instanceof HTMLLIElement))
    for (const row of [nextSibling, previousSibling]) if (isRow(row)) return row;
  const dialog = target.closest<HTMLElement>('[role=dialog]');
  if (dialog) return dialog;
  // A menu, a note or a dialog that closes moves the focus itself.
  if (!target.closest('main')) return null;
  return (
    target.closest('section')?.querySelector<HTMLElement>('h2') ??
    document.querySelector<HTMLElement>('main h1')
  );
}

/** A button that waited has its answer: a wrong field of its form gets the focus, or else the button, which lost it while it was off. */
function afterAnswer(button: HTMLElement): void {
  if (button.hasAttribute('data-loading')) return;
  const form = button.closest('form');
  const isHere = isAway() ? button === last : form?.contains(document.activeElement);
  if (!isHere) return;
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  if (wrong) give(wrong);
  else if (isAway() && !button.matches(':disabled')) give(button);
}

/** The element in focus, or the one that lost it because it is switched off while it waits. */
export function focused(): HTMLElement | null {
  const { activeElement } = document;
  if (!isAway()) return activeElement instanceof HTMLElement ? activeElement : null;
  return last?.isConnected && page === location.pathname ? last : null;
}

/** A button that waits for its answer gets the focus then. */
export function focusAfterAnswer(button: HTMLElement): void {
  last = button;
  page = location.pathname;
}

/** Keeps the focus on the page when its element is removed or switched off: a person without a mouse or screen would begin at the top again. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : null;
    page = location.pathname;
  });
  addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node) || !last?.contains(target)) last = null;
  });
  new MutationObserver((records) => {
    for (const { type, attributeName, target } of records)
      if (type === 'attributes' && target instanceof HTMLElement)
        if (attributeName === 'data-loading') afterAnswer(target);
        else if (target === last && isAway()) takesFocus(target);
    // Another page begins at its top.
    if (!last || last.isConnected || !isAway() || page !== location.pathname) return;
    for (const record of records) {
      const place = placeOf(record);
      if (place) return give(place);
    }
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-loading', 'disabled'],
  });
}
