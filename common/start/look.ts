import mongoose from 'mongoose';
import { MODELS } from '../models/all.ts';
import { connectProducer } from '../redis.ts';

/** What a start-up check needs to know of MongoDB. */
export interface StoreLook {
  readonly setName?: string;
  readonly msg?: string;
  /** This machine's clock less the database's, in milliseconds, the way there and back halved. */
  readonly skewMs: number;
}

/** The machine's own clock: what tests set is none of the database's business. */
export async function lookAtStore(clock: () => number = Date.now): Promise<StoreLook> {
  const asked = clock();
  const hello = await mongoose.connection.db!.admin().command({ hello: 1 });
  const answered = clock();
  return {
    ...(hello['setName'] && { setName: String(hello['setName']) }),
    ...(hello['msg'] && { msg: String(hello['msg']) }),
    skewMs: (asked + answered) / 2 - (hello['localTime'] as Date).getTime(),
  };
}

/** Redis's `maxmemory-policy`; null while it is away, or where it does not say. */
export async function readEvictionPolicy(redisUrl: string): Promise<string | null> {
  const redis = connectProducer(redisUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
      redis.once('close', () => reject(new Error('closed')));
    });
    // Hosted ones forbid CONFIG; INFO they all answer.
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null;
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

/** The models' indexes that the store has not got, as `collection: fields`. A store without collections misses none. */
export async function missingIndexes(): Promise<string[]> {
  const there = new Set(
    (await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const missing: string[] = [];
  for (const model of MODELS) {
    const { collectionName } = model.collection;
    if (!there.has(collectionName)) continue;
    const keys = new Set((await model.collection.indexes()).map((index) => JSON.stringify(index.key)));
    for (const [fields] of model.schema.indexes()) {
      if (!keys.has(JSON.stringify(fields)))
        missing.push(`${collectionName}: ${Object.keys(fields).join(', ')}`);
    }
  }
  return missing;
}
