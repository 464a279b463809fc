import mongoose from 'mongoose';
import { MODELS } from '../models/all.ts';
import { connectProducer } from '../redis.ts';
import { UPLOAD_INDEXES } from '../uploads.ts';

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

/** What a start-up check needs to know of Redis. */
export interface RedisLook {
  /** `maxmemory-policy`; null while it is away, or where it does not say. */
  readonly policy: string | null;
  /** Why it was not to be asked, in its own words; null where it was. */
  readonly problem: string | null;
}

export async function lookAtRedis(redisUrl: string): Promise<RedisLook> {
  const redis = connectProducer(redisUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
      redis.once('close', () => reject(new Error('closed')));
    });
    // Hosted ones forbid CONFIG; INFO they all answer.
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null;
    return { policy, problem: null };
  } catch (error) {
    return { policy: null, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    redis.disconnect();
  }
}

const WANTED: readonly (readonly [collection: string, fields: object])[] = [
  ...MODELS.flatMap((model) =>
    model.schema.indexes().map(([fields]) => [model.collection.collectionName, fields] as const),
  ),
  ...UPLOAD_INDEXES.map(({ collection, fields }) => [collection, fields] as const),
];

/** Our indexes that the store has not got, as `collection: fields`. A store without collections misses none. */
export async function missingIndexes(): Promise<string[]> {
  const db = mongoose.connection.db!;
  const keys = new Map<string, Set<string>>();
  for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
    const there = await db.collection(name).indexes();
    keys.set(name, new Set(there.map((index) => JSON.stringify(index.key))));
  }
  return WANTED.filter(([name, fields]) => keys.get(name)?.has(JSON.stringify(fields)) === false).map(
    ([name, fields]) => `${name}: ${Object.keys(fields).join(', ')}`,
  );
}
