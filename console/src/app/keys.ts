import { openDialog } from './focus.ts';

/** Buttons that save changes. Ctrl-S presses the button of the form or page with the focus. */
export const SAVES = { 'data-saves': true } as const;

/** Buttons that undo: Ctrl-Z presses that of the page, or else of the newest note, as the Tab key may need many presses to come to it. */
export const UNDOES = { 'data-undoes': true, 'aria-keyshortcuts': 'Control+Z Meta+Z' } as const;

function undoButton(): HTMLButtonElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-undoes]')];
  return buttons.find((button) => !button.closest('[role=alert]')) ?? buttons.at(-1);
}

export const canUndo = (): boolean => undoButton()?.disabled === false;

/** Saves of pages that have no button, because they save by themselves. */
const saves = new Set<() => void>();

/** Registers a save that Ctrl-S calls at once, before the page would save automatically. Returns a function that removes it. */
export function onSaveKey(save: () => void): () => void {
  saves.add(save);
  return () => saves.delete(save);
}

/** Each keeps the draft of a form, which a button saves, on the device. */
const keeps = new Set<() => void>();

/** Registers what keeps the draft of a form before the person signs out. Returns a function that removes it. */
export function onKeep(keep: () => void): () => void {
  keeps.add(keep);
  return () => keeps.delete(keep);
}

const saveButtons = (): readonly HTMLButtonElement[] => [
  ...(openDialog() ?? document).querySelectorAll<HTMLButtonElement>('button[data-saves]'),
];

export const canSave = (): boolean =>
  saveButtons().some(({ disabled }) => !disabled) || (!openDialog() && saves.size > 0);

/** Calls the registered saves, and keeps the drafts of forms, at once. */
export const saveWritten = (): void => {
  for (const store of [...saves, ...keeps]) store();
};

/** Presses the button of the form with the focus, or the only button. Without a button, calls the registered saves. */
export function saveNow(): void {
  const buttons = saveButtons();
  const own = buttons.find(({ form }) => form?.contains(document.activeElement));
  const button = own ?? (buttons.length === 1 ? buttons[0] : undefined);
  if (button) button.click();
  else if (!openDialog() && buttons.length === 0) saveWritten();
}

let show = (): void => {};

/** `open` shows the list of keys. Returns a function that removes the listener. */
export function onKeysAsked(open: () => void): () => void {
  show = open;
  return () => {
    show = () => {};
  };
}

export const showKeys = (): void => show();

/** Where keys write: not read-only fields, nor boxes that are ticked. */
const TYPED = ':read-write, select';

const LIST_KEY = 'console-list-key';

/** Whether `?` shows the list of keys. A person who dictates can turn it off (WCAG 2.2, 2.1.4). */
export const isListKeyOn = (): boolean => localStorage.getItem(LIST_KEY) !== 'off';
export const switchListKey = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(LIST_KEY) : localStorage.setItem(LIST_KEY, 'off');

const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED) !== null;

/** A field that is typed in has its own undo. A button that is off does nothing: the note before it is not meant. */
function undoNow(event: KeyboardEvent): void {
  const button = undoButton();
  if (!button || event.defaultPrevented || event.repeat || openDialog() || isTyped(event)) return;
  event.preventDefault();
  button.click();
}

/** Controls in the rows of a table. Arrow keys move between the rows. */
const IN_ROW = ':is([type=checkbox], a[href], button)';
export const IN_ROWS = `main tbody ${IN_ROW}`;

/** The focus goes to the same box, link or button of the next row, or of the row before. */
function moveBetweenRows(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.shiftKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(IN_ROWS)) return;
  const row = target.closest('tr')!;
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const at = [...row.querySelectorAll(IN_ROW)].indexOf(target);
  const same = next?.querySelectorAll<HTMLElement>(IN_ROW)[at];
  if (!same) return;
  event.preventDefault();
  same.focus();
}

/** The keys of every page. Ctrl-S never opens the browser's own dialog. */
export function takeKey(event: KeyboardEvent): void {
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's') {
    event.preventDefault();
    if (!event.repeat) saveNow();
  }
  if (isControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z') undoNow(event);
  if (!isControl && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) moveBetweenRows(event);
  if (event.key !== '?' || isControl || event.defaultPrevented || openDialog()) return;
  if (isTyped(event) || !isListKeyOn()) return;
  event.preventDefault();
  showKeys();
}
