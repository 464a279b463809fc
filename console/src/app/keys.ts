/** Buttons that save what is written: Ctrl-S presses the one of the form or page that a person is in. */
export const SAVES = { 'data-saves': true } as const;

/** Saves of pages that have no button, because they save by themselves. */
const saves = new Set<() => void>();

/** Ctrl-S calls it at once, before the page would save by itself. Returns what ends that. */
export function onSaveKey(save: () => void): () => void {
  saves.add(save);
  return () => saves.delete(save);
}

/** The part of the page that takes keys: the dialog over the page, if any. */
const dialog = (): Element | undefined => [...document.querySelectorAll('[aria-modal=true]')].at(-1);

const saveButtons = (): readonly HTMLButtonElement[] => [
  ...(dialog() ?? document).querySelectorAll<HTMLButtonElement>('button[data-saves]'),
];

export const canSave = (): boolean =>
  saveButtons().some(({ disabled }) => !disabled) || (!dialog() && saves.size > 0);

/** Saves at once what saves by itself. */
export const saveWritten = (): void => {
  for (const save of saves) save();
};

/** Presses the button of the form that has the focus, or the only one; without a button, saves what saves by itself. */
export function saveNow(): void {
  const buttons = saveButtons();
  const own = buttons.find(({ form }) => form?.contains(document.activeElement));
  const button = own ?? (buttons.length === 1 ? buttons[0] : undefined);
  if (button) button.click();
  else if (!dialog() && buttons.length === 0) saveWritten();
}

let show = (): void => {};

/** `open` shows the list of keys. Returns what ends that. */
export function onKeysAsked(open: () => void): () => void {
  show = open;
  return () => {
    show = () => {};
  };
}

export const showKeys = (): void => show();

const TYPED = `input, textarea, select, ${['', 'true', 'plaintext-only']
  .map((value) => `[contenteditable="${value}" i]`)
  .join(', ')}`;

const LIST_KEY = 'console-list-key';

/** Whether `?` shows the list of keys. A person who dictates can turn it off (WCAG 2.2, 2.1.4). */
export const isListKeyOn = (): boolean => localStorage.getItem(LIST_KEY) !== 'off';
export const switchListKey = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(LIST_KEY) : localStorage.setItem(LIST_KEY, 'off');

/** The keys of every page. Ctrl-S never opens the browser's own dialog. */
export function takeKey(event: KeyboardEvent): void {
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's') {
    event.preventDefault();
    if (!event.repeat) saveNow();
  }
  if (event.key !== '?' || isControl || event.defaultPrevented || dialog()) return;
  if (event.target instanceof Element && event.target.closest(TYPED)) return;
  if (!isListKeyOn()) return;
  event.preventDefault();
  showKeys();
}
