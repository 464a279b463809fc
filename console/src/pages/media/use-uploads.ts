import { useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { media } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

interface Uploads {
  /** Null: nothing is being uploaded. */
  readonly progress: string | null;
  /** Files that were not added, until the next ones are chosen. */
  readonly refused: readonly string[];
  /** Uploads one after the other. Returns how many were added. */
  readonly upload: (files: readonly File[], added?: (image: Media, at: number) => void) => Promise<number>;
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export function useUploads(): Uploads {
  const texts = useTexts();
  const { mediaPage } = texts;
  const [progress, setProgress] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  return {
    progress,
    refused,
    async upload(files, added) {
      setRefused([]);
      let count = 0;
      addEventListener('beforeunload', warn);
      for (const [at, file] of files.entries()) {
        setProgress(mediaPage.adding(at + 1, files.length));
        try {
          const { id } = await api.mediaUpload({ file }, { idempotencyKey: crypto.randomUUID() });
          await queries.invalidateQueries(media);
          if (added) {
            const image = (await queries.fetchQuery(media)).find((one) => one.id === id);
            if (image) added(image, count);
          }
          count += 1;
        } catch (error) {
          setRefused((before) => [...before, mediaPage.notAdded(file.name, problemOf(error, texts))]);
        }
      }
      removeEventListener('beforeunload', warn);
      setProgress(null);
      return count;
    },
  };
}
