import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useMemo } from 'react';
import { useTexts } from '../texts/texts.ts';

/** Milliseconds in which code that closes a dialog may move the focus itself. */
const MOVES_MS = 10;

/** The element in focus; for an entry of a menu, which closes, the button of the menu. */
function opener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return activeElement instanceof HTMLElement ? activeElement : null;
}

/** Whether an element took the focus. A removed, hidden or disabled element does not. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** The element that opened a dialog, then those of the dialogs below it or before it in a chain. */
type Openers = readonly HTMLElement[];

/** The openers of all open dialogs. */
const shown: Openers[] = [];

const openers = (): Openers => {
  const last = opener();
  return [...(last && last !== document.body ? [last] : []), ...(shown.at(-1) ?? [])];
};

/** Gives the focus to the element that opened a dialog. If that is gone, to the dialog below, to the opener of the first in a chain, or to the heading of the page. */
function giveFocusBack([from, ...earlier]: Openers): void {
  if (from && takesFocus(from)) return;
  const below = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1);
  if (!below && earlier.some(takesFocus)) return;
  const place = below ?? [...document.querySelectorAll<HTMLElement>('main h1')].at(-1);
  if (!place) return;
  place.tabIndex = -1;
  takesFocus(place);
}

/** A dialog over the page, which gives the focus back when it closes, also when it is removed while it is open. */
export function Dialog(props: ModalProps) {
  const { close } = useTexts();
  const { opened } = props;
  // Do this while the dialog is drawn: a menu that opened it is removed in the same turn.
  const from = useMemo(() => (opened ? openers() : []), [opened]);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    shown.push(from);
    return () => {
      shown.splice(shown.indexOf(from), 1);
      const last = document.activeElement;
      setTimeout(() => {
        const { activeElement, body } = document;
        if (activeElement === null || activeElement === body || activeElement === last) giveFocusBack(from);
      }, MOVES_MS);
    };
  }, [opened, from]);
  return <Modal returnFocus={false} closeButtonProps={{ 'aria-label': close }} {...props} />;
}
