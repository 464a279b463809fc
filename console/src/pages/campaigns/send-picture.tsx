import { Button, Group, useMatches } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { MailFrame } from './mail-frame.tsx';

interface SendPictureProps {
  readonly utr: string;
  /** Saves the draft. Returns false if that fails. */
  readonly ready: () => Promise<boolean>;
}

/** The mail as it would be sent. On a phone it is folded, so that the button is near. */
export function SendPicture({ utr, ready }: SendPictureProps) {
  const { compose } = useTexts().campaignsPage;
  const [isNarrow, setNarrow] = useState(false);
  const isOpenFirst = useMatches({ base: false, sm: true });
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? isOpenFirst;
  const preview = useQuery({
    queryKey: ['campaign-preview', utr, 'last'],
    queryFn: async ({ signal }) => {
      if (!(await ready())) throw new Error('What was written is not saved.');
      return api.singleSendPreview({ utr }, { signal });
    },
    enabled: isShown,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{compose.frame}</summary>
      <div className={styles.picture}>
        {preview.isPending && isShown && <Waiting rows={1} height={240} />}
        {preview.isError && <Unread error={preview.error} retry={() => void preview.refetch()} />}
        {preview.data && isShown && (
          <>
            <Group justify="space-between" mb="xs" wrap="nowrap">
              <span>
                <strong>{preview.data.subject}</strong> <span className="soft">{preview.data.preheader}</span>
              </span>
              <Button flex="none" variant="default" size="compact-md" onClick={() => setNarrow(!isNarrow)}>
                {isNarrow ? compose.wide : compose.narrow}
              </Button>
            </Group>
            <MailFrame html={preview.data.html} title={compose.frame} isNarrow={isNarrow} />
          </>
        )}
      </div>
    </details>
  );
}
