import { readAtOnce, readRowPage } from '../../common/store/bulk-read.ts';
import type { Filter, Order, Rows } from '../../common/store/collection.ts';
import { type ListShare, PAGE_BYTES } from './list-shares.ts';

/** A list that is sent in pages, so that its memory does not grow with its length. */
export interface Listing {
  /** Presents at most `limit` items after `afterId`, page by page. */
  pages(range: { afterId: number; limit: number | null }, hold: ListShare): AsyncGenerator<ListPage, void>;
}

export interface ListPage {
  readonly items: readonly { readonly id: number }[];
  readonly last: boolean;
}

/** Rows of a page. 1,000 were not faster and took 25 MB more. */
const PAGE = 500;

const MEASURED = 50;

const BY_ID = { _id: 1 } as const;
const OF_ACCOUNT = { user_id: 1, _id: 1 } as const;

export interface ListSource<Document extends { _id: number }, Item extends { id: number }> {
  model: Rows<Document>;
  /** A function is called before each page. */
  filter: Filter<Document> | (() => Filter<Document>);
  fields?: Readonly<Record<string, 0 | 1>>;
  /** The index hint, by default the account's: for few rows, the planner may scan all ids. Null leaves it to the planner. */
  index?: Readonly<Record<string, 1>> | null;
  /** Rows can have megabytes: read their sizes first, unless the last page had small rows. */
  heavy?: boolean;
  /** Presents a page; it reads data of other collections once per page. It may omit rows. */
  present(page: Document[]): Promise<Item[]> | Item[];
  /** `present` omits many rows, as a search does. Then each page is twice as large as the last; otherwise pages get ever smaller. */
  sparse?: boolean;
}

export const listingOf = (items: readonly { readonly id: number }[]): Listing => ({
  async *pages({ afterId, limit }) {
    yield { items: items.filter((item) => item.id > afterId).slice(0, limit ?? items.length), last: true };
  },
});

/**
 * A list of a collection's rows in ascending id. The last page's rows give the estimate for the next: a page should have about a megabyte,
 * and must fit into one MongoDB answer (16 MB). Heavy rows are measured instead.
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
    const { page, more } = await readRowPage<Document>(source.model, {
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
      // A row deleted since then is missing; a row that grew is read anyway.
      const page = await readAtOnce<Document>(source.model, {
        filter: { $and: [filter, { _id: { $lte: ids.at(-1)! } }] } as unknown as Filter<Document>,
        ...(source.fields && { projection: source.fields }),
        sort: BY_ID,
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

/** Groups neighbouring rows up to a megabyte; a larger row is a group of its own. */
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
