import { Queue } from 'bullmq';
import { QUEUES } from '../../common/jobs/catalogue.ts';
import { oldQueuePrefix, type RedisConnection } from '../../common/redis/redis.ts';

/** Deletes the queues of version 0.1.0, whose keys had another prefix. The sweep rings for their work. */
export async function deleteOldQueues(redis: RedisConnection): Promise<void> {
  const prefix = oldQueuePrefix(redis);
  for (const name of QUEUES) {
    if ((await redis.exists(`${prefix}:${name}:meta`)) === 0) continue;
    const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true });
    queue.on('error', () => {});
    await queue.obliterate({ force: true });
    await queue.close();
  }
}
