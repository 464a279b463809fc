import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../app/list-address.ts';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { SearchField } from '../../app/search-field.tsx';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { media } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { ImageCard } from './image-card.tsx';
import styles from './media.module.css';
import { UploadImages } from './upload-images.tsx';
import { useShownImages } from './use-shown-images.ts';

/** The images of the account, the newest first. */
export function MediaPage() {
  const { mediaPage: texts } = useTexts();
  const address = useListAddress();
  const { search } = address;
  const list = useQuery(media);
  const { remove, isShown } = useRemovals('images');
  const forget = useForgetDrafts();
  const { images, hasMore, showMore } = useShownImages(list.data?.filter(isShown), search, address);
  const isEmpty = list.data?.filter(isShown).length === 0;
  return (
    <Page title={texts.title}>
      <div className="card">
        <p className="soft">{texts.hint}</p>
        <UploadImages />
      </div>
      <section className="card" aria-label={texts.images}>
        {list.isPending && <Waiting rows={3} height={180} />}
        {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
        {isEmpty && <Empty title={texts.noneTitle} hint={texts.noneHint} />}
        {list.data && !isEmpty && (
          <>
            <SearchField label={texts.search} initial={search} search={address.setSearch} />
            {images.length === 0 && <p>{texts.notFound}</p>}
            <ul className={styles.images}>
              {images.map((image) => (
                <ImageCard
                  key={image.id}
                  image={image}
                  remove={() =>
                    remove({
                      ids: [image.id],
                      said: texts.deleted(image.name),
                      change: () =>
                        api.mediaDelete({ id: image.id }).then(() => forget(formDraft('image', image.id))),
                    })
                  }
                />
              ))}
            </ul>
            {hasMore && (
              <Button variant="default" onClick={showMore}>
                {texts.moreImages}
              </Button>
            )}
          </>
        )}
      </section>
    </Page>
  );
}
