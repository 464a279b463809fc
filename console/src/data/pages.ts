import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../../client/src/index.ts';

/** Entries per page. */
const PAGE = 50;

/** Keeps the earlier result while a new search runs. */
export const usePages = <Item extends { readonly id: number }>(
  key: readonly unknown[],
  read: (
    range: { readonly limit: number; readonly after_id: number },
    options: CallOptions,
  ) => Promise<Item[]>,
) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => read({ limit: PAGE, after_id: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Item[]) => (last.length < PAGE ? null : last.at(-1)!.id),
    placeholderData: keepPreviousData,
  });
