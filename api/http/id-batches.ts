import type { Document, MongoClient } from 'mongodb';
import mongoose from 'mongoose';

const { Long } = mongoose.mongo;
type LongId = InstanceType<typeof Long>;

/** Milliseconds that MongoDB is to look for one batch. */
const BATCH_MS = 40;
/** Ids of the first batch, and most of any. A batch has at most ten times as many as the one before it. */
const SIZE = Object.freeze({ first: 10, most: 20_000, growth: 10 });

export interface IdBatch {
  readonly ids: readonly number[];
  /** Whether there may be others. */
  readonly more: boolean;
}

export interface IdQuestion {
  /** Name of a collection whose `_id` are integers. */
  readonly collection: string;
  readonly filter: Document;
  readonly signal: AbortSignal;
  /** Milliseconds that MongoDB may take for all batches. */
  readonly maxTimeMS: number;
}

interface BatchCursor {
  /** 0 after the last batch. */
  readonly id: number | LongId;
  readonly firstBatch?: readonly { _id: number }[];
  readonly nextBatch?: readonly { _id: number }[];
}

/**
 * The ids that a filter matches, in the order in which MongoDB finds them. However rare they are, each batch takes some 40 ms, so
 * that a caller who stops early has what was found until then. The driver's own cursor has batches of one size: of rare ones, the
 * first would take as long as all.
 */
export async function* idBatches(
  client: MongoClient,
  { collection, filter, signal, maxTimeMS }: IdQuestion,
): AsyncGenerator<IdBatch> {
  // MongoDB gives more of a cursor only to the session that opened it.
  const session = client.startSession();
  const ask = async (command: Document): Promise<BatchCursor> =>
    (await client.db().command(command, { session, signal }))['cursor'] as BatchCursor;
  // A command does not have its read concern from its connection.
  const readConcern = { level: 'majority' };
  const first = { find: collection, filter, projection: { _id: 1 }, maxTimeMS, readConcern };
  let size: number = SIZE.first;
  let open: LongId | undefined;
  try {
    do {
      const began = performance.now();
      const cursor = await ask({ ...(open ? { getMore: open, collection } : first), batchSize: size });
      const found = cursor.firstBatch ?? cursor.nextBatch ?? [];
      size = nextSize(size, found.length, performance.now() - began);
      const id = Long.fromValue(cursor.id);
      open = id.isZero() ? undefined : id;
      yield { ids: found.map(({ _id }) => _id), more: open !== undefined };
    } while (open);
  } finally {
    // What stays open after a failed call ends with its time.
    if (open && !signal.aborted) await ask({ killCursors: collection, cursors: [open] }).catch(() => {});
    await session.endSession();
  }
}

/** How many are found in 40 ms at the speed of the last batch. */
const nextSize = (size: number, found: number, ms: number): number =>
  Math.max(1, Math.min(SIZE.most, size * SIZE.growth, Math.round((found / Math.max(ms, 1)) * BATCH_MS)));
