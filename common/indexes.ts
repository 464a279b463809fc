import mongoose, { type Model } from 'mongoose';
import { MODELS } from './models/all.ts';
import { UPLOAD_INDEXES } from './uploads.ts';

/** Drops those of ours that stand there in another form under the same name; what others made stays. */
async function dropChanged(model: Pick<Model<object>, 'diffIndexes' | 'collection'>): Promise<void> {
  const { toDrop, toCreate } = await model.diffIndexes();
  const ours = new Set(toCreate.map((fields) => nameOf(fields)));
  for (const name of toDrop) if (ours.has(name)) await model.collection.dropIndex(name);
}

/** As the server makes it of the fields. */
const nameOf = (fields: Record<string, unknown>): string => Object.entries(fields).flat().join('_');

/** Makes every collection and index that is missing, and those anew that changed; quick when none did. The `release` step of a deployment. */
export async function createIndexes(): Promise<void> {
  for (const model of MODELS) {
    await model.createCollection();
    await dropChanged(model);
    await model.createIndexes();
  }
  for (const { collection, fields, unique } of UPLOAD_INDEXES) {
    await mongoose.connection.db!.collection(collection).createIndex(fields, { unique });
  }
}
