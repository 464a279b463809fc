import { Queue } from 'bullmq';
import type { Logger } from '../log.ts';
import { queuePrefix, type RedisConnection } from '../redis/redis.ts';
import { redisAway } from '../store/outages.ts';
import { JOBS, type JobName, type JobPayloads, type QueueName } from './catalogue.ts';
import { placeInLine } from './lines.ts';

/**
 * Rings a job. It never throws: while Redis is away, the document exists and the sweep rings later. Rings fold by the key of the
 * catalogue while a job waits or runs. `fold: false` makes a separate job, for work that the running job may have passed already
 * or leaves to the next.
 */
export type Ring = <Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  how?: { readonly fold: boolean },
) => Promise<void>;

export interface Doorbell {
  ring: Ring;
  close(): Promise<void>;
}

/** Uses a connection that fails fast. */
export function createDoorbell(redis: RedisConnection, log: Logger): Doorbell {
  const queues = new Map<QueueName, Queue>();

  /** Created at the first ring: a queue created before its connection is ready stays broken. */
  const queueOf = (name: QueueName): Queue => {
    if (redis.status !== 'ready') throw new Error('Redis is away');
    let queue = queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: redis, prefix: queuePrefix(name) });
      // Each failed command is reported to its caller already.
      queue.on('error', () => {});
      queues.set(name, queue);
    }
    return queue;
  };

  return {
    async ring(name, payload, { fold } = { fold: true }) {
      const { queue, options, key, account } = JOBS[name];
      try {
        const rung = queueOf(queue);
        const jobId = fold ? `${name}-${key(payload)}` : undefined;
        const given = jobId === undefined ? options : { ...options, jobId };
        const priority = await placeInLine(redis, rung, account(payload), jobId ?? '');
        if (priority !== null) await rung.add(name, payload, { ...given, priority });
      } catch (error) {
        queues.delete(queue);
        redisAway(error, log, redis);
      }
    },
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}
