import mongoose from 'mongoose';
import {
  commentOf,
  type Filter,
  hintOf,
  type Order,
  ownFilter,
  type Projection,
  type Rows,
} from './collection.ts';
import { database } from './connection.ts';

/** `limit` 0 or absent: all rows. */
interface BulkQuery<Stored> {
  readonly filter: Filter<Stored>;
  readonly projection?: Projection<Stored>;
  readonly sort?: Order<Stored>;
  readonly skip?: number;
  readonly limit?: number;
  readonly hint?: Order<Stored>;
  /** Milliseconds of the server's time. */
  readonly maxTimeMS?: number;
}

/** More than fit into one answer. */
const ALL = 1_000_000;

interface FindReply<Row> {
  readonly cursor: {
    readonly id: number | InstanceType<typeof mongoose.mongo.Long>;
    readonly firstBatch: Row[];
  };
}

/**
 * Reads rows that usually fit into one answer of 16 MB, as plain documents in one round trip. The driver's cursor begins with 101
 * rows and keeps an index of each document's fields until its next turn: with 500 contacts, 5 µs and half the garbage a row
 * against 9 to 10. A cursor reads the rest of a larger answer. After a lost connection it retries once, as a cursor does.
 */
export async function readAtOnce<Stored extends object, Row = Stored>(
  rows: Rows<Stored>,
  reading: BulkQuery<Stored>,
): Promise<Row[]> {
  const { page: found, more } = await readRowPage(rows, reading);
  if (!more) return found as unknown as Row[];
  const { filter, ...options } = reading;
  return (await rows.find(filter, options).toArray()) as unknown as Row[];
}

/** Only the rows that fit into one answer of 16 MB, so that a page is bounded; `more`: rows are left. */
export async function readRowPage<Stored extends object>(
  rows: Rows<Stored>,
  reading: BulkQuery<Stored>,
): Promise<{ page: Stored[]; more: boolean }> {
  const { cursor } = await ask<Stored, Stored>(rows, reading).catch((error: unknown) => {
    if (error instanceof mongoose.mongo.MongoNetworkError) return ask<Stored, Stored>(rows, reading);
    throw error;
  });
  // The driver makes a number of a small id, which MongoDB would refuse.
  const id = mongoose.mongo.Long.fromValue(cursor.id);
  if (id.isZero()) return { page: cursor.firstBatch, more: false };
  await database().command({ killCursors: rows.name, cursors: [id] });
  return { page: cursor.firstBatch, more: true };
}

const ask = async <Stored extends object, Row>(
  rows: Rows<Stored>,
  { filter, projection, sort, skip, limit, hint, maxTimeMS }: BulkQuery<Stored>,
): Promise<FindReply<Row>> => {
  const comment = commentOf(rows);
  const index = hint ?? hintOf(rows, filter);
  return (await database().command(
    {
      find: rows.name,
      filter: ownFilter(rows, filter),
      ...(projection && { projection }),
      ...(sort && { sort }),
      ...(skip && { skip }),
      ...(limit && { limit }),
      ...(index && { hint: index }),
      ...(maxTimeMS && { maxTimeMS }),
      ...(comment && { comment }),
      batchSize: limit || ALL,
      readConcern: { level: 'majority' },
    },
    // A command does not inherit this setting from its connection: each text would be checked, character by character.
    { enableUtf8Validation: false },
  )) as FindReply<Row>;
};
