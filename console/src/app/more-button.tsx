import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

export function MoreButton({ pages }: { pages: Pages }) {
  const { more } = useTexts();
  if (!pages.hasNextPage) return null;
  return (
    <Button
      mt="md"
      variant="default"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {more}
    </Button>
  );
}
