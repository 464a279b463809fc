import { useEffect, useRef, useState } from 'react';
import { lastAnswerAt, whenInSession } from '../data/client.ts';
import { isSigningIn, onSigningIn } from '../data/sign-in.ts';
import styles from './mail-sheet.module.css';

interface Sheet {
  /** Unique for each frame of the page. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly isShown: boolean;
  readonly loaded: () => void;
}

/**
 * The account's HTML in a frame with its own policy (docs/rules.md 17.4). Filled once: filling it again adds an entry to the browser's history. Without a
 * session it would stay empty, so the person signs in first. After that a new frame takes its place, unless a later answer shows that it was
 * loaded in the session.
 */
export function MailSheet({ name, title, html, isShown, loaded }: Sheet) {
  const form = useRef<HTMLFormElement>(null);
  /** How often the person has signed in again. */
  const [round, setRound] = useState(0);
  const begun = useRef(-1);
  const isSubmitted = useRef(false);
  const loadedAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const fill = (): void => {
      isSubmitted.current = true;
      form.current?.submit();
    };
    if (begun.current === round) return;
    begun.current = round;
    // Offline, the frame shows what the browser says.
    if (round === 0) void whenInSession().then(fill, fill);
    else fill();
  }, [round]);
  useEffect(
    () =>
      onSigningIn(() => {
        if (!isSubmitted.current || isSigningIn() || loadedAt.current < lastAnswerAt()) return;
        loadedAt.current = Number.POSITIVE_INFINITY;
        setRound((last) => last + 1);
      }),
    [],
  );
  const frame = `${name}-${round}`;
  return (
    <>
      <form
        ref={form}
        method="post"
        action="/console/frame"
        target={frame}
        encType="multipart/form-data"
        hidden
      >
        <textarea name="html" readOnly value={html} />
      </form>
      <iframe
        key={frame}
        name={frame}
        title={title}
        sandbox=""
        className={styles.sheet}
        data-shown={isShown}
        aria-hidden={!isShown}
        // The empty frame loads before the form is sent.
        onLoad={() => {
          if (!isSubmitted.current) return;
          loadedAt.current = Date.now();
          loaded();
        }}
      />
    </>
  );
}
