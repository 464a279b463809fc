import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FileDrop } from '../../app/file-drop.tsx';
import { api } from '../../data/client.ts';
import { media } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './media.module.css';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp';

/** Adds images, one after the other. What could not be added stays named until the next ones are chosen. */
export function UploadImages() {
  const texts = useTexts();
  const { mediaPage } = texts;
  const [progress, setProgress] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]): Promise<void> => {
    setRefused([]);
    let added = 0;
    for (const [at, file] of files.entries()) {
      setProgress(mediaPage.adding(at + 1, files.length));
      try {
        await api.mediaUpload({ file }, { idempotencyKey: crypto.randomUUID() });
        added += 1;
      } catch (error) {
        setRefused((before) => [...before, mediaPage.notAdded(file.name, problemOf(error, texts))]);
      }
      await queries.invalidateQueries(media);
    }
    setProgress(null);
    if (added > 0) notifications.show({ message: mediaPage.added(added) });
  };
  return (
    <>
      <FileDrop
        hint={mediaPage.drop}
        button={mediaPage.choose}
        accept={ACCEPTED}
        isMany
        choose={(files) => {
          if (progress === null) void add(files);
        }}
      >
        {progress !== null && <strong>{progress}</strong>}
      </FileDrop>
      <div role="alert" className={styles.refused}>
        {refused.map((said) => (
          <p key={said}>{said}</p>
        ))}
      </div>
    </>
  );
}
