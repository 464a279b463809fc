import { Cluster } from 'ioredis';
import mongoose from 'mongoose';
import { connectProducer } from '../redis/redis.ts';

export interface StoreLook {
  readonly setName?: string;
  readonly msg?: string;
  /** This machine's clock minus the database's, in milliseconds, corrected by half of the round trip. */
  readonly skewMs: number;
}

/** Uses the machine's own clock: a clock that tests set must not be compared with the database's. */
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

/** The `maxmemory-policy` that loses no job. */
const NO_EVICTION = 'noeviction';

export interface RedisLook {
  /** `maxmemory-policy`, of a cluster that of a node which evicts keys; null: unknown, or Redis is away. */
  readonly policy: string | null;
  /** The error text of Redis; null: none. */
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
    // Hosted Redis services forbid CONFIG, but all answer INFO.
    const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
    const policies = await Promise.all(
      nodes.map(async (node) => /^maxmemory_policy:(\S+)/m.exec(await node.info('memory'))?.[1] ?? null),
    );
    return {
      policy: policies.find((one) => one !== null && one !== NO_EVICTION) ?? policies[0] ?? null,
      problem: null,
    };
  } catch (error) {
    return { policy: null, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    redis.disconnect();
  }
}
