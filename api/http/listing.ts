import { readAtOnce, readRowPage } from '../../common/store/bulk-read.ts';
import type { Collection, Filter, Order } from '../../common/store/collection.ts';
import { type ListShare, PAGE_BYTES } from './list-shares.ts';

/** A list that is sent in pages, so that its memory does not grow with its length. */
export interface Listing {
  /** Presents the items after `afterId`, a page at a time; at most `limit` of them. */
  pages(range: { afterId: number; limit: number | null }, hold: ListShare): AsyncGenerator<ListPage, void>;
}

export interface ListPage {
  readonly items: readonly { readonly id: number }[];
  /** Whether it is the last page. */
  readonly last: boolean;
}

/** Rows of a page. 1,000 were not faster, and took 25 MB more memory. */
const PAGE = 500;

/** Rows whose sizes are asked for together. */
const MEASURED = 50;

const BY_ID = { _id: 1 } as const;
const OF_ACCOUNT = { user_id: 1, _id: 1 } as const;

export interface ListSource<Document extends { _id: number }, Item extends { id: number }> {
  model: Collection<Document>;
  /** A function is called before each page. */
  filter: Filter<Document> | (() => Filter<Document>);
  /** The fields to read, or to leave out. */
  fields?: Readonly<Record<string, 0 | 1>>;
  /**
   * The index to use; by default that of the account. For few rows in a large collection the planner may choose to scan all
   * ids instead. Null leaves the choice to the planner.
   */
  index?: Readonly<Record<string, 1>> | null;
  /** A row may have megabytes, so its size is asked for before it is read, unless the last page had small ones. */
  heavy?: boolean;
  /** Presents a page. Additional data from other collections is read once for each page. It may leave rows out. */
  present(page: Document[]): Promise<Item[]> | Item[];
  /**
   * `present` leaves many rows out, as a search does. Then each page is twice as large as the one before, however few items are
   * still wanted: pages of just so many rows would become smaller and smaller, and there would be dozens of them.
   */
  sparse?: boolean;
}

/** A list of items that are in memory, in ascending id. */
export const listingOf = (items: readonly { readonly id: number }[]): Listing => ({
  async *pages({ afterId, limit }) {
    yield { items: items.filter((item) => item.id > afterId).slice(0, limit ?? items.length), last: true };
  },
});

/**
 * A list of a collection's rows in ascending id, read page by page with the plain driver. The size of a page's rows is
 * estimated from the previous page: a page should have about a megabyte, and no more than fits into one answer of MongoDB,
 * 16 MB. For heavy rows the actual sizes decide.
 */
export function listing<Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item>,
): Listing {
  return {
    pages(range, hold) {
      const measured = source.heavy && !hold.isSmall(Math.min(MEASURED, range.limit ?? MEASURED));
      return (measured ? heavyPages : lightPages)(source, range, hold);
    },
  };
}

type PageRange = Parameters<Listing['pages']>[0];

/** The query for the rows after an id, and its index. */
function readingOf<Document extends { _id: number }, Item extends { id: number }>(
  { index = OF_ACCOUNT, ...source }: ListSource<Document, Item>,
  last: number,
) {
  const filter = typeof source.filter === 'function' ? source.filter() : source.filter;
  return {
    filter: { $and: [filter, { _id: { $gt: last } }] } as unknown as Filter<Document>,
    sort: BY_ID as Order<Document>,
    ...(index && { hint: index }),
  };
}

async function* lightPages<Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item>,
  { afterId, limit }: PageRange,
  hold: ListShare,
): AsyncGenerator<ListPage, void> {
  let last = afterId;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let wanted = left;
  for (;;) {
    const fit = Math.max(1, Math.min(PAGE, Math.floor(PAGE_BYTES / hold.rowBytes)));
    wanted = source.sparse ? 2 * wanted : left;
    const size = Math.min(fit, wanted);
    await hold.take(size * hold.rowBytes);
    const { page, more } = await readRowPage(source.model, {
      ...readingOf(source, last),
      ...(source.fields && { projection: source.fields }),
      limit: size,
    });
    const shown = page.length > 0 ? await source.present(page) : [];
    const items = shown.length > left ? shown.slice(0, left) : shown;
    left -= items.length;
    const isLast = (page.length < size && !more) || left <= 0;
    if (items.length > 0 || isLast) yield { items, last: isLast };
    if (isLast) return;
    last = page.at(-1)!._id;
  }
}

async function* heavyPages<Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item>,
  { afterId, limit }: PageRange,
  hold: ListShare,
): AsyncGenerator<ListPage, void> {
  let last = afterId;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (;;) {
    await hold.take(1, true);
    const measured = await measure(source, last, Math.min(MEASURED, left));
    const end = measured.length < Math.min(MEASURED, left);
    for (const { ids, bytes } of runsOf(measured)) {
      await hold.take(bytes);
      const { filter, hint } = readingOf(source, last);
      // A row that was deleted since is missing. A row that grew since is read nevertheless.
      const page = await readAtOnce(source.model, {
        filter: { $and: [filter, { _id: { $lte: ids.at(-1)! } }] } as unknown as Filter<Document>,
        ...(source.fields && { projection: source.fields }),
        sort: BY_ID as Order<Document>,
        limit: ids.length,
        ...(hint && { hint }),
      });
      last = ids.at(-1)!;
      const items = page.length > 0 ? await source.present(page) : [];
      left -= items.length;
      if (items.length > 0) yield { items, last: false };
    }
    if (end || left <= 0) break;
  }
  yield { items: [], last: true };
}

interface RowSize {
  readonly _id: number;
  readonly bytes: number;
}

/** The ids and sizes of the next rows. */
const measure = <Document extends { _id: number }, Item extends { id: number }>(
  source: ListSource<Document, Item>,
  last: number,
  limit: number,
): Promise<RowSize[]> => {
  const { filter, sort, hint } = readingOf(source, last);
  return source.model
    .aggregate<RowSize>(
      [
        { $match: filter },
        { $sort: sort },
        { $limit: limit },
        { $project: { bytes: { $bsonSize: '$$ROOT' } } },
      ],
      hint && { hint },
    )
    .toArray();
};

/** Groups neighbouring rows that have a megabyte together; a larger row is a group of its own. */
function runsOf(measured: readonly RowSize[]): { ids: number[]; bytes: number }[] {
  const runs: { ids: number[]; bytes: number }[] = [];
  for (const { _id, bytes } of measured) {
    const run = runs.at(-1);
    if (run && run.bytes + bytes <= PAGE_BYTES) {
      run.ids.push(_id);
      run.bytes += bytes;
    } else {
      runs.push({ ids: [_id], bytes });
    }
  }
  return runs;
}
