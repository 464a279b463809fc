import type { Filter } from 'mongodb';
import { type Listing, listing, type Source } from './listing.ts';

/**
 * A list whose rows are known to lie in some spans of ids, each given as a filter, in ascending order. `spans` are those that may have
 * ids after one.
 */
export function spanListing<Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item> & { filter: Filter<Document> },
  spans: (after: number) => Promise<readonly Filter<Document>[]>,
): Listing {
  return {
    async *pages({ afterId, limit }, hold) {
      let left = limit ?? Number.POSITIVE_INFINITY;
      const all = await spans(afterId);
      for (const [at, span] of all.entries()) {
        const filter = { $and: [source.filter, span] } as unknown as Filter<Document>;
        const range = { afterId, limit: limit === null ? null : left };
        for await (const page of listing({ ...source, filter, index: { _id: 1 } }).pages(range, hold)) {
          left -= page.items.length;
          const isLast = page.last && (at === all.length - 1 || left <= 0);
          if (page.items.length > 0 || isLast) yield { items: page.items, last: isLast };
        }
        if (left <= 0) return;
      }
      if (all.length === 0) yield { items: [], last: true };
    },
  };
}
