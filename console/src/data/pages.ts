import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOptions } from '../../../client/src/index.ts';

/** Entries per page. */
const PAGE = 50;

/** Keeps the earlier result while a new search runs. `wanted`: pages that are read, as the address says. */
export function usePages<Item extends { readonly id: number }>(
  key: readonly unknown[],
  read: (
    range: { readonly limit: number; readonly after_id: number },
    options: CallOptions,
  ) => Promise<Item[]>,
  wanted = 1,
) {
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => read({ limit: PAGE, after_id: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Item[]) => (last.length < PAGE ? null : last.at(-1)!.id),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = found;
  const isShort =
    data !== undefined &&
    data.pages.length < wanted &&
    hasNextPage &&
    !(isFetching || isError || isPlaceholderData);
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return found;
}
