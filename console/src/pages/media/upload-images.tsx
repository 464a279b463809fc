import type { Media } from '../../../../client/src/index.ts';
import { FileDrop } from '../../app/file-drop.tsx';
import { notifications } from '../../app/notes.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './media.module.css';
import { useUploads } from './use-uploads.ts';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp';

/** Adds images. `added` gets each one. */
export function UploadImages({ added }: { added?: (image: Media) => void }) {
  const { mediaPage } = useTexts();
  const { progress, refused, upload } = useUploads();
  const add = async (files: readonly File[]): Promise<void> => {
    const count = await upload(files, added);
    if (count > 0) notifications.show({ message: mediaPage.added(count) });
  };
  return (
    <>
      <FileDrop
        hint={mediaPage.drop}
        button={mediaPage.choose}
        accept={ACCEPTED}
        isMany={added === undefined}
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
