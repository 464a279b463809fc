import { useId, useState } from 'react';
import { MailSheet } from '../../app/mail-sheet.tsx';
import styles from './mail-frame.module.css';

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly isNarrow?: boolean;
}

/**
 * HTML that the account wrote, in a frame (`MailSheet`). A newer mail takes the place of the older
 * one when it is loaded, so that nothing flickers while one types.
 */
export function MailFrame({ html, title, isNarrow = false }: MailFrameProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [current, setCurrent] = useState({ html, number: 0 });
  if (current.html !== html) setCurrent({ html, number: current.number + 1 });
  const base = useId();
  const newest = `${base}-${current.number}`;
  const frames = [...new Set([...(shown === null ? [] : [shown]), newest])];
  return (
    <div className={styles.frame} data-narrow={isNarrow}>
      {frames.map((name) => (
        <MailSheet
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
