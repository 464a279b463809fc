import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useMemo } from 'react';
import { useTexts } from '../texts/texts.ts';
import { giveLostFocusBack, type Openers, opener } from './focus.ts';

/** The openers of all open dialogs. */
const shown: Openers[] = [];

const openers = (): Openers => {
  const last = opener();
  return [...(last ? [last] : []), ...(shown.at(-1) ?? [])];
};

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
      giveLostFocusBack(from);
    };
  }, [opened, from]);
  return (
    <Modal
      returnFocus={false}
      closeButtonProps={{ 'aria-label': close }}
      data-closing={!opened || undefined}
      {...props}
    />
  );
}
