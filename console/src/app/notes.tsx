import { Notification } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import styles from './notes.module.css';

interface Note {
  /** Without an id, each call shows another note. */
  readonly id?: string;
  readonly message: ReactNode;
  readonly title?: string;
  readonly color?: 'red';
  /** Milliseconds before it closes; false: it stays open. */
  readonly autoClose?: number | false;
  /** Called when its time is over. */
  readonly ended?: () => void;
  readonly withCloseButton?: boolean;
}

type ShownNote = Note & { readonly id: string };

const SHOWN_MS = 4000;
/** Milliseconds between two checks whether a person points at the notes. */
const LOOK_MS = 250;
/** The most notes that are shown at once: the newest. Earlier notes return when these close. */
const MOST = 5;

let all: readonly ShownNote[] = [];
let made = 0;
/** The note onto which a person moved the pointer, until it leaves the list. */
let pointedAt: string | null = null;
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
  /** Changes nothing if a note with this id is shown already. */
  show(note: Note): void {
    made += 1;
    const { id = `note-${made}` } = note;
    if (!all.some((one) => one.id === id)) change([...all, { ...note, id }]);
  },
  hide: (id: string): void => change(all.filter((one) => one.id !== id)),
};

export function Notes() {
  const notes = useSyncExternalStore(subscribe, () => all);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.notes} ref={list} onPointerLeave={() => (pointedAt = null)}>
      {notes.slice(-MOST).map((note) => (
        <OneNote key={note.id} note={note} list={list} />
      ))}
    </div>
  );
}

/** Not by a pointer that rests where a note appears: it would stay, over what is to be clicked next. */
const isHeld = (list: HTMLElement | null): boolean =>
  list?.matches(':focus-within') === true || all.some(({ id }) => id === pointedAt);

/** A note stays while a person points at the list or has a button of it in focus. Its whole time begins afterwards. */
function OneNote({ note, list }: { note: ShownNote; list: RefObject<HTMLDivElement | null> }) {
  const { id, message, title, color, autoClose = SHOWN_MS, ended, withCloseButton = true } = note;
  useEffect(() => {
    if (autoClose === false) return undefined;
    let until = Date.now() + autoClose;
    const timer = setInterval(() => {
      // By the clock: a page in the background looks less often.
      if (isHeld(list.current)) until = Date.now() + autoClose;
      if (Date.now() < until) return;
      notifications.hide(id);
      ended?.();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [autoClose, ended, id, list]);
  return (
    <Notification
      className={styles.note}
      title={title}
      {...(color && { color })}
      withBorder
      withCloseButton={withCloseButton}
      onClose={() => notifications.hide(id)}
      onPointerMove={({ movementX, movementY }) => {
        // A browser may say that the pointer moved when the page did.
        if (movementX !== 0 || movementY !== 0) pointedAt = id;
      }}
    >
      {message}
    </Notification>
  );
}
