import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { Dialog } from '../../app/dialog.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { useBrand } from '../../data/brand.ts';
import { mailLogoOf } from '../../data/brand-look.ts';
import { media } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './media.module.css';
import { Thumbnail } from './thumbnail.tsx';
import { UploadImages } from './upload-images.tsx';
import { useShownImages } from './use-shown-images.ts';

interface ChooseImageProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly choose: (image: Media) => void;
}

export function ChooseImage({ isOpen, close, choose }: ChooseImageProps) {
  const texts = useTexts();
  const take = (image: Media): void => {
    close();
    choose(image);
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={texts.mediaPage.insert} size="xl">
      <UploadImages added={take} />
      <Choice choose={take} />
    </Dialog>
  );
}

function Choice({ choose }: Pick<ChooseImageProps, 'choose'>) {
  const { mediaPage: texts } = useTexts();
  const [search, setSearch] = useState('');
  const list = useQuery(media);
  const logoId = mailLogoOf(useBrand())?.media_id;
  const { images, hasMore, showMore } = useShownImages(list.data, search);
  if (list.isPending) return <Waiting rows={2} height={180} />;
  if (list.isError) return <Unread error={list.error} retry={() => void list.refetch()} />;
  if (list.data.length === 0) return null;
  const logo = list.data.find(({ id }) => id === logoId);
  return (
    <>
      {logo && (
        <ul className={styles.images}>
          <ImageChoice image={logo} name={texts.logo} choose={choose} />
        </ul>
      )}
      <p className="soft">{texts.insertHint}</p>
      <SearchField label={texts.search} search={setSearch} />
      {images.length === 0 && <p>{texts.notFound}</p>}
      <ul className={styles.images}>
        {images.map((image) => (
          <ImageChoice key={image.id} image={image} name={image.name} choose={choose} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" onClick={showMore}>
          {texts.moreImages}
        </Button>
      )}
    </>
  );
}

function ImageChoice({
  image,
  name,
  choose,
}: { readonly image: Media; readonly name: string } & Pick<ChooseImageProps, 'choose'>) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={() => choose(image)}>
        <Thumbnail image={image} />
        <span className={styles.about}>{name}</span>
      </button>
    </li>
  );
}
