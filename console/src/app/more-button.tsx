import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import type { ShownPages } from './list-address.ts';

interface Pages {
  readonly data?: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
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
      onClick={() => {
        address?.setPages((pages.data?.pages.length ?? 0) + 1);
        void pages.fetchNextPage();
      }}
    >
      {more}
    </Button>
  );
}
