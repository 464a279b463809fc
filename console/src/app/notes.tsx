import { Notification } from '@mantine/core';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import styles from './notes.module.css';

interface Note {
  /** Without one, each call shows a note of its own. */
  readonly id?: string;
  readonly message: ReactNode;
  readonly title?: string;
  readonly color?: 'red';
  /** Milliseconds before it closes, without those in which a person points at a note; false: it stays open. */
  readonly autoClose?: number | false;
  readonly withCloseButton?: boolean;
}

type ShownNote = Note & { readonly id: string };

const SHOWN_MS = 4000;
/** Notes at once; the others follow. */
const MOST = 5;

let all: readonly ShownNote[] = [];
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownNote[]): void {
  all = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Short notes over the page: what was done, what failed, and what can undo it. */
export const notifications = {
  /** A note whose id is shown already stays as it is. */
  show(note: Note): void {
    made += 1;
    const { id = `note-${made}` } = note;
    if (!all.some((one) => one.id === id)) change([...all, { ...note, id }]);
  },
  hide: (id: string): void => change(all.filter((one) => one.id !== id)),
};

export function Notes() {
  const notes = useSyncExternalStore(subscribe, () => all);
  const [isHeld, setHeld] = useState(false);
  return (
    <div
      className={styles.notes}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notes.slice(0, MOST).map((note) => (
        <OneNote key={note.id} note={note} isHeld={isHeld} />
      ))}
    </div>
  );
}

function OneNote({ note, isHeld }: { note: ShownNote; isHeld: boolean }) {
  const { id, message, title, color, autoClose = SHOWN_MS, withCloseButton = true } = note;
  useEffect(() => {
    if (isHeld || autoClose === false) return;
    const timer = setTimeout(() => notifications.hide(id), autoClose);
    return () => clearTimeout(timer);
  }, [isHeld, autoClose, id]);
  return (
    <Notification
      className={styles.note}
      title={title}
      {...(color && { color })}
      withCloseButton={withCloseButton}
      onClose={() => notifications.hide(id)}
    >
      {message}
    </Notification>
  );
}
