import mongoose, { type Model } from 'mongoose';
import { MODELS } from './models/all.ts';
import { UPLOAD_INDEXES } from './uploads.ts';

/** MongoDB's word for an index that is not there: another process dropped it. */
const INDEX_NOT_FOUND = 27;

/**
 * Drops those of ours that stand there in another form under the same name; what others made stays. For the one process
 * that readies a store before new code starts: until they are made anew, a unique one keeps nobody from writing twice.
 */
export async function dropChangedIndexes(): Promise<void> {
  for (const model of MODELS) {
    if (
      (await model.db.db!.listCollections({ name: model.collection.collectionName }).toArray()).length === 0
    )
      continue;
    await dropChanged(model);
  }
}

async function dropChanged(model: Pick<Model<object>, 'diffIndexes' | 'collection'>): Promise<void> {
  const { toDrop, toCreate } = await model.diffIndexes();
  const ours = new Set(toCreate.map((fields) => nameOf(fields)));
  for (const name of toDrop) {
    if (!ours.has(name)) continue;
    await model.collection.dropIndex(name).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== INDEX_NOT_FOUND) throw error;
    });
  }
}

/** As the server makes it of the fields. */
const nameOf = (fields: Record<string, unknown>): string => Object.entries(fields).flat().join('_');

/** Makes every collection and index that is missing; quick when none is. */
export async function createIndexes(): Promise<void> {
  for (const model of MODELS) {
    await model.createCollection();
    await model.createIndexes();
  }
  for (const { collection, fields, unique } of UPLOAD_INDEXES) {
    await mongoose.connection.db!.collection(collection).createIndex(fields, { unique });
  }
}
