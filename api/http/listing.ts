import type { Filter } from 'mongodb';
import type { Model } from 'mongoose';
import { readAtOnce } from '../../common/read-at-once.ts';

/** A list on its way out: items in pages, so that its memory does not grow with its length. */
export interface Listing {
  /** Presented items, a page at a time, of those after `afterId`; at most `limit` of them. */
  pages(range: { afterId: number; limit: number | null }): AsyncGenerator<ListPage, void>;
}

export interface ListPage {
  readonly items: readonly { readonly id: number }[];
  /** Nothing comes after it. */
  readonly last: boolean;
}

/** 1,000 took no less time, and 25 MB more of memory. */
const PAGE = 500;

const OF_ACCOUNT = { user_id: 1, _id: 1 } as const;

interface Source<Document extends { _id: number }, Item extends { id: number }> {
  model: Model<Document>;
  /** As a function it is asked before each page. */
  filter: Filter<Document> | (() => Filter<Document>);
  /** The fields to read, or to leave out. */
  fields?: Readonly<Record<string, 0 | 1>>;
  /**
   * The index to walk, an account's by default: of few rows in a large collection the planner may choose to walk all ids
   * instead. Null leaves it to the planner.
   */
  index?: Readonly<Record<string, 1>> | null;
  /** Rows of a page: fewer where one of them can be large. */
  page?: number;
  /** Presents a page; what other collections add to it is asked for once a page. It may leave rows out. */
  present(page: Document[]): Promise<Item[]> | Item[];
}

/** A list of what is in memory anyway, in ascending id. */
export const listingOf = (items: readonly { readonly id: number }[]): Listing => ({
  async *pages({ afterId, limit }) {
    yield { items: items.filter((item) => item.id > afterId).slice(0, limit ?? items.length), last: true };
  },
});

/** A list of a collection's rows in ascending id, read by id, a page at a time, with the plain driver. */
export function listing<Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item>,
): Listing {
  const index = source.index === undefined ? OF_ACCOUNT : source.index;
  const filter = typeof source.filter === 'function' ? source.filter : () => source.filter;
  return {
    async *pages({ afterId, limit }) {
      let last = afterId;
      let left = limit ?? Number.POSITIVE_INFINITY;
      for (;;) {
        const size = Math.min(source.page ?? PAGE, left);
        const page = await readAtOnce(source.model, {
          filter: { $and: [filter(), { _id: { $gt: last } }] } as unknown as Filter<Document>,
          ...(source.fields && { projection: source.fields }),
          sort: { _id: 1 },
          limit: size,
          ...(index && { hint: index }),
        });
        const items = page.length > 0 ? await source.present(page) : [];
        left -= items.length;
        const isLast = page.length < size || left <= 0;
        if (items.length > 0 || isLast) yield { items, last: isLast };
        if (isLast) return;
        last = page.at(-1)!._id;
      }
    },
  };
}
