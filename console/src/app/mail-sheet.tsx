import { useEffect, useRef } from 'react';
import { whenInSession } from '../data/client.ts';
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
 * session it would stay empty, so the person signs in first, and it is filled again after that.
 */
export function MailSheet({ name, title, html, isShown, loaded }: Sheet) {
  const form = useRef<HTMLFormElement>(null);
  const isBegun = useRef(false);
  const isSubmitted = useRef(false);
  useEffect(() => {
    const fill = (): void => {
      isSubmitted.current = true;
      form.current?.submit();
    };
    // Offline, the frame shows what the browser says.
    if (!isBegun.current) void whenInSession().then(fill, fill);
    isBegun.current = true;
    return onSigningIn(() => {
      if (isSubmitted.current && !isSigningIn()) fill();
    });
  }, []);
  return (
    <>
      <form
        ref={form}
        method="post"
        action="/console/frame"
        target={name}
        encType="multipart/form-data"
        hidden
      >
        <textarea name="html" readOnly value={html} />
      </form>
      <iframe
        name={name}
        title={title}
        sandbox=""
        className={styles.sheet}
        data-shown={isShown}
        aria-hidden={!isShown}
        // The empty frame loads before the form is sent.
        onLoad={() => isSubmitted.current && loaded()}
      />
    </>
  );
}
