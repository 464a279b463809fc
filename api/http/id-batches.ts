import type { Document, MongoClient } from 'mongodb';
import mongoose from 'mongoose';

const { Long } = mongoose.mongo;
type LongId = InstanceType<typeof Long>;

const BATCH_MS = 40;
const SIZE = Object.freeze({ first: 10, most: 20_000, growth: 10 });

export interface IdBatch {
  readonly ids: readonly number[];
  readonly more: boolean;
}

export interface IdQuestion {
  /** A collection with integer `_id`s. */
  readonly collection: string;
  readonly filter: Document;
  readonly signal: AbortSignal;
  readonly maxTimeMS: number;
}

interface BatchCursor {
  /** 0 after the last batch. */
  readonly id: number | LongId;
  readonly firstBatch?: readonly { _id: number }[];
  readonly nextBatch?: readonly { _id: number }[];
}

/** The ids that a filter matches, about 40 ms a batch. With the driver's fixed batch size, rare matches take as long as all. */
export async function* idBatches(
  client: MongoClient,
  { collection, filter, signal, maxTimeMS }: IdQuestion,
): AsyncGenerator<IdBatch> {
  // Only the session that opened a cursor can continue it.
  const session = client.startSession();
  const ask = async (command: Document): Promise<BatchCursor> =>
    (await client.db().command(command, { session, signal }))['cursor'] as BatchCursor;
  // Commands do not inherit the connection's read concern.
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
    // After a failed call, MongoDB closes the cursor when `maxTimeMS` ends.
    if (open && !signal.aborted) await ask({ killCursors: collection, cursors: [open] }).catch(() => {});
    await session.endSession();
  }
}

const nextSize = (size: number, found: number, ms: number): number =>
  Math.max(1, Math.min(SIZE.most, size * SIZE.growth, Math.round((found / Math.max(ms, 1)) * BATCH_MS)));
