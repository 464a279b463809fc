import type { Filter } from '../../common/store/collection.ts';
import { type Listing, type ListSource, listing } from './listing.ts';

const PAGE = 500;

/** The next ids after `after`, ascending; fewer than `size` only at the end. */
export type NextIds = (after: number, size: number) => Promise<number[]>;

export function foundListing<Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item> & { filter: Filter<Document> },
  next: NextIds,
): Listing {
  return {
    async *pages({ afterId, limit }, hold) {
      let last = afterId;
      let left = limit ?? Number.POSITIVE_INFINITY;
      for (;;) {
        const size = Math.min(PAGE, left);
        const ids = await next(last, size);
        const end = ids.length < size;
        const filter = { $and: [source.filter, { _id: { $in: ids } }] } as unknown as Filter<Document>;
        const found = listing({ ...source, filter, index: { _id: 1 } });
        for await (const page of found.pages({ afterId: last, limit: null }, hold)) {
          left -= page.items.length;
          const isLast = page.last && (end || left <= 0);
          if (page.items.length > 0 || isLast) yield { items: page.items, last: isLast };
        }
        if (end || left <= 0) return;
        last = ids.at(-1)!;
      }
    },
  };
}
