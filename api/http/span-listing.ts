import type { Filter } from '../../common/store/collection.ts';
import { type Listing, type ListSource, listing } from './listing.ts';

/** A list whose rows are in known spans of ids, in ascending order. `spans` finds the spans with ids after one, as they are needed. */
export function spanListing<Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item> & { filter: Filter<Document> },
  spans: (after: number) => AsyncIterable<Filter<Document>>,
): Listing {
  return {
    async *pages({ afterId, limit }, hold) {
      let left = limit ?? Number.POSITIVE_INFINITY;
      const all = spans(afterId)[Symbol.asyncIterator]();
      let next = await all.next();
      if (next.done) yield { items: [], last: true };
      while (!next.done && left > 0) {
        const filter = { $and: [source.filter, next.value] } as unknown as Filter<Document>;
        next = await all.next();
        const range = { afterId, limit: limit === null ? null : left };
        for await (const page of listing({ ...source, filter, index: { _id: 1 } }).pages(range, hold)) {
          left -= page.items.length;
          const isLast = page.last && (next.done === true || left <= 0);
          if (page.items.length > 0 || isLast) yield { items: page.items, last: isLast };
        }
      }
    },
  };
}
