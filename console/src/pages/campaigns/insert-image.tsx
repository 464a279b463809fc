import { ActionIcon, Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { ImageIcon } from '../../app/icons.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Unread, Waiting } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { media } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../media/media.module.css';
import { Thumbnail } from '../media/thumbnail.tsx';
import { useShownImages } from '../media/use-shown-images.ts';

/** Pixels that a mail's column has; an image with twice as many is sharp on fine screens. */
const MAIL_WIDTH = 600;

/** A text as the value of an attribute in double quotes. */
const valueOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const codeOf = ({ url, name, width }: Media): string =>
  `<img src="${valueOf(url)}" alt="${valueOf(name)}" width="${Math.min(width, MAIL_WIDTH)}" style="max-width:100%;height:auto">`;

interface Insert {
  readonly target: RefObject<HTMLTextAreaElement | null>;
  readonly insert: (value: string) => void;
}

/** A choice of the account's images; the chosen one is put into the HTML where the cursor is. */
export function InsertImage({ target, insert }: Insert) {
  const texts = useTexts();
  const { mediaPage } = texts;
  const [isOpen, setOpen] = useState(false);
  const choose = (image: Media): void => {
    setOpen(false);
    const field = target.current;
    if (field)
      insert(
        `${field.value.slice(0, field.selectionStart)}${codeOf(image)}${field.value.slice(field.selectionEnd)}`,
      );
  };
  return (
    <>
      <ActionIcon variant="subtle" c="var(--ink)" aria-label={mediaPage.insert} onClick={() => setOpen(true)}>
        <ImageIcon />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={mediaPage.insert}
        size="xl"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <ImageChoice choose={choose} />
      </Modal>
    </>
  );
}

function ImageChoice({ choose }: { choose: (image: Media) => void }) {
  const { mediaPage: texts } = useTexts();
  const [search, setSearch] = useState('');
  const list = useQuery(media);
  const { images, hasMore, showMore } = useShownImages(list.data, search);
  const toLibrary = (
    <LinkButton to="/media" variant="default">
      {texts.toLibrary}
    </LinkButton>
  );
  if (list.isPending) return <Waiting rows={2} height={180} />;
  if (list.isError) return <Unread error={list.error} retry={() => void list.refetch()} />;
  if (list.data.length === 0)
    return (
      <Empty title={texts.noneTitle} hint={texts.noneHint}>
        {toLibrary}
      </Empty>
    );
  return (
    <>
      <p className="soft">{texts.insertHint}</p>
      <SearchField label={texts.search} search={setSearch} />
      {images.length === 0 && <p>{texts.notFound}</p>}
      <ul className={styles.images}>
        {images.map((image) => (
          <li key={image.id}>
            <button type="button" className={styles.choice} onClick={() => choose(image)}>
              <Thumbnail image={image} />
              <span className={styles.about}>{image.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" onClick={showMore}>
          {texts.moreImages}
        </Button>
      )}
      {toLibrary}
    </>
  );
}
