import { Button, Group, useMatches } from '@mantine/core';
import { useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { LastPreview } from './last-preview.ts';
import { MailFrame } from './mail-frame.tsx';

/** The mail as it would be sent. On a phone it is folded, so that the button is near. */
export function SendPicture({ preview: { mail, error, retry } }: { preview: LastPreview }) {
  const { compose } = useTexts().campaignsPage;
  const [isNarrow, setNarrow] = useState(false);
  const isOpenFirst = useMatches({ base: false, sm: true });
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? isOpenFirst;
  return (
    <>
      {error !== null && <Unread error={error} retry={retry} />}
      <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{compose.frame}</summary>
        <div className={styles.picture}>
          {!mail && error === null && isShown && <Waiting rows={1} height={240} />}
          {mail && isShown && (
            <>
              <Group justify="space-between" mb="xs" wrap="nowrap">
                <span>
                  <strong>{mail.subject}</strong> <span className="soft">{mail.preheader}</span>
                </span>
                <Button flex="none" variant="default" size="compact-md" onClick={() => setNarrow(!isNarrow)}>
                  {isNarrow ? compose.wide : compose.narrow}
                </Button>
              </Group>
              <MailFrame html={mail.html} title={compose.frame} isNarrow={isNarrow} />
            </>
          )}
        </div>
      </details>
    </>
  );
}
