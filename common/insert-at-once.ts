import { MongoServerError } from 'mongodb';
import type { Model } from 'mongoose';
import { DUPLICATE_KEY } from './mongo.ts';

interface Reply {
  readonly writeErrors?: readonly {
    readonly index: number;
    readonly code: number;
    readonly errmsg: string;
  }[];
  readonly writeConcernError?: { readonly code: number; readonly errmsg: string };
}

/**
 * Inserts documents that together stay well below 16 MB, stored for good once it resolves; answers the places of those
 * that a unique index refused. A bare command: the driver's bulk write measures each document before it serializes it,
 * a third of the cost. Whoever calls it can do it again: where the line broke, nobody knows what was inserted.
 */
export async function insertAtOnce<Stored extends object>(
  model: Model<Stored>,
  documents: readonly Stored[],
): Promise<number[]> {
  const { writeErrors = [], writeConcernError } = (await model.db.db!.command({
    insert: model.collection.collectionName,
    documents,
    ordered: false,
    writeConcern: { w: 'majority', j: true },
  })) as Reply;
  const error = writeConcernError ?? writeErrors.find(({ code }) => code !== DUPLICATE_KEY);
  if (error) throw new MongoServerError({ message: error.errmsg, code: error.code });
  return writeErrors.map(({ index }) => index);
}
