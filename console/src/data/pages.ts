import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../../client/src/index.ts';

/** Entries that are shown at a time. */
const PAGE = 50;

/** A list of the contract, a page at a time. What was found before stays while another question is being answered. */
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
