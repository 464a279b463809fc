import { useEffect, useId, useRef, useState } from 'react';
import styles from './mail-frame.module.css';

interface Framed {
  readonly html: string;
  /** What it is, for screen readers. */
  readonly title: string;
  readonly isNarrow?: boolean;
}

/**
 * HTML that the account wrote, in a frame with a policy of its own (docs/rules.md 17.4). A newer mail takes the place of the older
 * one when it is loaded, so that nothing flickers while one types.
 */
export function MailFrame({ html, title, isNarrow = false }: Framed) {
  const [shown, setShown] = useState<string | null>(null);
  const [current, setCurrent] = useState({ html, number: 0 });
  if (current.html !== html) setCurrent({ html, number: current.number + 1 });
  const base = useId();
  const newest = `${base}-${current.number}`;
  const frames = [...new Set([...(shown === null ? [] : [shown]), newest])];
  return (
    <div className={styles.frame} data-narrow={isNarrow}>
      {frames.map((name) => (
        <Sheet
          key={name}
          name={name}
          title={title}
          html={html}
          isShown={name === (shown ?? newest)}
          loaded={() => setShown(name)}
        />
      ))}
    </div>
  );
}

interface SheetProps {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly isShown: boolean;
  readonly loaded: () => void;
}

/** One frame, which is filled once: a frame that is filled again would add an entry to the browser's history. */
function Sheet({ name, title, html, isShown, loaded }: SheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (isSubmitted.current) return;
    isSubmitted.current = true;
    form.current!.submit();
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
