import { useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';

/** Images that are shown at a time. */
const PAGE = 60;

/** Of the account's images those whose name has a text, the newest first, a page more at a time. */
export function useShownImages(all: readonly Media[] | undefined, search: string) {
  const [most, setMost] = useState(PAGE);
  const wanted = search.toLowerCase();
  const found = (all ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).toReversed();
  return {
    images: found.slice(0, most),
    hasMore: found.length > most,
    showMore: (): void => setMost(most + PAGE),
  };
}
