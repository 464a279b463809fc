import { useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import type { ShownPages } from '../../app/list-address.ts';

/** Images that are shown at a time. */
const PAGE = 60;

/** Of the account's images those whose name has a text, the newest first, a page more at a time. */
export function useShownImages(all: readonly Media[] | undefined, search: string, address?: ShownPages) {
  const [own, setOwn] = useState(1);
  const { pages, setPages } = address ?? { pages: own, setPages: setOwn };
  const most = pages * PAGE;
  const wanted = search.toLowerCase();
  const found = (all ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).toReversed();
  return {
    images: found.slice(0, most),
    hasMore: found.length > most,
    showMore: (): void => setPages(pages + 1),
  };
}
