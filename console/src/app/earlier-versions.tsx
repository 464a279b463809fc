import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentVersion } from '../../../client/src/index.ts';
import { problemOf } from '../data/problems.ts';
import { isBusy } from '../data/queries.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { dotted } from './dotted.ts';
import styles from './earlier-versions.module.css';
import { useFormats } from './formats.ts';
import { notifications } from './notes.tsx';
import { Unread, Waiting } from './page.tsx';
import { MailPicture } from './template-picture.tsx';

export interface History {
  readonly list: (signal: AbortSignal) => Promise<readonly ContentVersion[]>;
  readonly preview: (version: number, signal: AbortSignal) => Promise<{ readonly html: string }>;
  /** Restores a version; the page then shows it. */
  readonly restore: (version: number) => Promise<void>;
  /** The person has unsaved changes, which a restore would lose. */
  readonly isOff?: boolean;
}

export function EarlierVersions({ history }: { history: History }) {
  const { versions: texts } = useTexts().campaignsPage.compose;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* A restore draws the button again. By its id it has the focus again. */}
      <Button
        id="earlier-versions"
        variant="subtle"
        disabled={history.isOff === true}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && <VersionList history={history} close={() => setOpen(false)} />}
    </>
  );
}

export function VersionList({ history, close }: { history: History; close: () => void }) {
  const texts = useTexts();
  const { versions: own, kinds } = texts.campaignsPage.compose;
  const { dateTime } = useFormats();
  const found = useQuery({
    queryKey: ['content-versions'],
    queryFn: ({ signal }) => history.list(signal),
    gcTime: 0,
    staleTime: 0,
  });
  const restore = useMutation({
    mutationFn: history.restore,
    onSuccess: () => {
      notifications.show({ message: own.restored });
      close();
    },
  });
  return (
    <Dialog opened onClose={close} title={own.open}>
      <p className="soft">{own.hint}</p>
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={3} />}
      {found.data?.length === 0 && <p>{own.none}</p>}
      {restore.isError && (
        <p role="alert" className="bad">
          {problemOf(restore.error, texts)}
        </p>
      )}
      <ul className={styles.versions}>
        {found.data?.map(({ id, kind, saved_at, by }) => (
          <li key={id}>
            <MailPicture
              isSmall
              title={kinds[kind]}
              looks={{
                queryKey: ['content-version', id],
                queryFn: ({ signal }) => history.preview(id, signal),
                staleTime: Number.POSITIVE_INFINITY,
                retry: isBusy,
              }}
            />
            <div className={styles.grow}>
              <strong>{kinds[kind]}</strong>
              <div className="soft">{dotted(dateTime(saved_at), by === 'key' && own.byKey)}</div>
            </div>
            <Button
              variant="default"
              size="compact-md"
              aria-label={own.restoreOf(kinds[kind], dateTime(saved_at))}
              loading={restore.isPending && restore.variables === id}
              disabled={restore.isPending}
              onClick={() => restore.mutate(id)}
            >
              {own.restore}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
