/** Milliseconds in which what closes a dialog may move the focus itself. */
const MOVES_MS = 10;

/** The element in focus; for an entry of a menu, which closes, the button of the menu. */
export function opener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return activeElement instanceof HTMLElement ? activeElement : null;
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

/** Buttons that are off while they work lose the focus, and get it back. Returns what ends that. */
export function keepFocusOfButtons(): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent): void => void (last = target);
  const watch = new MutationObserver((changes) => {
    const button = changes.map(({ target }) => target).find((one) => one === last);
    if (button instanceof HTMLElement && document.activeElement === document.body) takesFocus(button);
  });
  addEventListener('focusin', note);
  watch.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', note);
    watch.disconnect();
  };
}
