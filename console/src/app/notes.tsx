import { Notification } from '@mantine/core';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { giveLostFocusBack } from './focus.ts';
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
/** Milliseconds for which a touch of a note holds the notes. */
const TOUCHED_MS = 10_000;
/** Milliseconds between two checks whether a person points at the notes. */
const LOOK_MS = 250;
/** The most notes that are shown at once: the newest. Earlier notes return when these close. */
const MOST = 5;

let all: readonly ShownNote[] = [];
let made = 0;
/** The note onto which a person moved the pointer, until it leaves the list. */
let pointedAt: string | null = null;
/** The note that a person touched last. */
let touched: { readonly id: string; readonly until: number } | null = null;
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
  const from = useRef<HTMLElement>(null);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    from.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  return (
    <div className={styles.notes} ref={list} onFocus={enter} onPointerLeave={() => (pointedAt = null)}>
      {notes.slice(-MOST).map((note) => (
        <OneNote key={note.id} note={note} list={list} from={from} />
      ))}
    </div>
  );
}

/** Not by a pointer that rests where a note appears: it would stay, over what is to be clicked next. */
const isHeld = (list: HTMLElement | null): boolean =>
  list?.matches(':focus-within') === true ||
  all.some(({ id }) => id === pointedAt || (id === touched?.id && Date.now() < touched.until));

interface OneNoteProps {
  readonly note: ShownNote;
  readonly list: RefObject<HTMLDivElement | null>;
  /** The element with the focus before the notes, which gets it back when the note is closed by a press. */
  readonly from: RefObject<HTMLElement | null>;
}

/** A note stays while a person points at the list or has a button of it in focus, and for a while after a touch. Its whole time begins afterwards. */
function OneNote({ note, list, from }: OneNoteProps) {
  const { id, message, title, color, autoClose = SHOWN_MS, ended, withCloseButton = true } = note;
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (element?.contains(document.activeElement)) giveLostFocusBack(from.current ? [from.current] : []);
    };
  }, [from]);
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
      ref={own}
      className={styles.note}
      title={title}
      {...(color && { color })}
      withBorder
      withCloseButton={withCloseButton}
      onClose={() => notifications.hide(id)}
      onPointerDown={({ pointerType }) => {
        if (pointerType !== 'mouse') touched = { id, until: Date.now() + TOUCHED_MS };
      }}
      onPointerMove={({ movementX, movementY }) => {
        // A browser may say that the pointer moved when the page did.
        if (movementX !== 0 || movementY !== 0) pointedAt = id;
      }}
    >
      {message}
    </Notification>
  );
}
