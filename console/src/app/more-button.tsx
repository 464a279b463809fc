import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import type { ShownPages } from './list-address.ts';

interface Pages {
  readonly data?: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  /** The pages are those of an earlier question, which have no next one. */
  readonly isPlaceholderData?: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface MoreButtonProps {
  readonly pages: Pages;
  /** The address keeps how many pages are shown. */
  readonly address?: ShownPages;
}

export function MoreButton({ pages, address }: MoreButtonProps) {
  const { more } = useTexts();
  if (!pages.hasNextPage) return null;
  return (
    <Button
      mt="md"
      variant="default"
      loading={pages.isFetchingNextPage}
      disabled={pages.isPlaceholderData === true}
      onClick={() => {
        address?.setPages((pages.data?.pages.length ?? 0) + 1);
        void pages.fetchNextPage();
      }}
    >
      {more}
    </Button>
  );
}
