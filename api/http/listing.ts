import type { Filter } from 'mongodb';
import type { Model } from 'mongoose';
import { rows } from '../../common/mongo.ts';
import { readAtOnce, readBatch } from '../../common/read-at-once.ts';
import { type Hold, PAGE_BYTES } from './list-shares.ts';

/** A list on its way out: items in pages, so that its memory does not grow with its length. */
export interface Listing {
  /** Presented items, a page at a time, of those after `afterId`; at most `limit` of them. */
  pages(range: { afterId: number; limit: number | null }, hold: Hold): AsyncGenerator<ListPage, void>;
}

export interface ListPage {
  readonly items: readonly { readonly id: number }[];
  /** Nothing comes after it. */
  readonly last: boolean;
}

/** 1,000 took no less time, and 25 MB more of memory. */
const PAGE = 500;

const OF_ACCOUNT = { user_id: 1, _id: 1 } as const;

export interface Source<Document extends { _id: number }, Item extends { id: number }> {
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
  /** A row may have megabytes: how many it has is asked for before it is read. */
  heavy?: boolean;
  /** Presents a page; what other collections add to it is asked for once a page. It may leave rows out. */
  present(page: Document[]): Promise<Item[]> | Item[];
}

/** A list of what is in memory anyway, in ascending id. */
export const listingOf = (items: readonly { readonly id: number }[]): Listing => ({
  async *pages({ afterId, limit }) {
    yield { items: items.filter((item) => item.id > afterId).slice(0, limit ?? items.length), last: true };
  },
});

/**
 * A list of a collection's rows in ascending id, read by id, a page at a time, with the plain driver. A page has as many
 * rows as are likely to have a megabyte, by the page before, and no more than fit into one answer of MongoDB, 16 MB; of
 * heavy rows it has as many as do, by their sizes.
 */
export function listing<Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item>,
): Listing {
  return { pages: (range, hold) => (source.heavy ? heavyPages : lightPages)(source, range, hold) };
}

type Range = Parameters<Listing['pages']>[0];

/** What to read behind an id, and by which index. */
function readingOf<Document extends { _id: number }, Item extends { id: number }>(
  { index = OF_ACCOUNT, ...source }: Source<Document, Item>,
  last: number,
) {
  const filter = typeof source.filter === 'function' ? source.filter() : source.filter;
  return {
    filter: { $and: [filter, { _id: { $gt: last } }] } as unknown as Filter<Document>,
    sort: { _id: 1 } as const,
    ...(index && { hint: index }),
  };
}

async function* lightPages<Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item>,
  { afterId, limit }: Range,
  hold: Hold,
): AsyncGenerator<ListPage, void> {
  let last = afterId;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let first = true; ; first = false) {
    const fit = first ? PAGE : Math.max(1, Math.min(PAGE, Math.floor(PAGE_BYTES / hold.rowBytes)));
    const size = Math.min(fit, left);
    await hold.take(size * hold.rowBytes);
    const { rows: page, more } = await readBatch(source.model, {
      ...readingOf(source, last),
      ...(source.fields && { projection: source.fields }),
      limit: size,
    });
    const items = page.length > 0 ? await source.present(page) : [];
    left -= items.length;
    const isLast = (page.length < size && !more) || left <= 0;
    if (items.length > 0 || isLast) yield { items, last: isLast };
    if (isLast) return;
    last = page.at(-1)!._id;
  }
}

/** Rows whose sizes are asked for together. */
const MEASURED = 50;

async function* heavyPages<Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item>,
  { afterId, limit }: Range,
  hold: Hold,
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
      // One that was deleted since is not there; one that grew since is among those that fit.
      const page = await readAtOnce(source.model, {
        filter: { $and: [filter, { _id: { $lte: ids.at(-1)! } }] } as unknown as Filter<Document>,
        ...(source.fields && { projection: source.fields }),
        sort: { _id: 1 },
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

interface Measured {
  readonly _id: number;
  readonly bytes: number;
}

/** Ids and sizes of the next rows. */
const measure = <Document extends { _id: number }, Item extends { id: number }>(
  source: Source<Document, Item>,
  last: number,
  limit: number,
): Promise<Measured[]> => {
  const { filter, sort, hint } = readingOf(source, last);
  return rows(source.model)
    .aggregate<Measured>(
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

/** Rows that lie side by side and have a megabyte together, or one that has more. */
function runsOf(measured: readonly Measured[]): { ids: number[]; bytes: number }[] {
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
