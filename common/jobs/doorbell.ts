import { Queue } from 'bullmq';
import type { Logger } from '../log.ts';
import { queuePrefix, type RedisConnection } from '../redis/redis.ts';
import { redisAway } from '../store/outages.ts';
import { JOBS, type JobName, type JobPayloads, type QueueName } from './catalogue.ts';
import { placeInLine } from './lines.ts';

/**
 * Rings a job. It never throws: while Redis is away the document is there, and the sweep rings later. Rings fold by the key
 * that the catalogue gives them: one more changes nothing while a job waits or runs. With `fold: false` the ring makes a job
 * of its own, for what the running job may have passed already, or for what it leaves to the next.
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

/** Rings on a connection that fails fast. */
export function createDoorbell(redis: RedisConnection, log: Logger): Doorbell {
  const queues = new Map<QueueName, Queue>();

  /** A queue whose connection is not ready when it is made stays broken for good, so it is made at the first ring. */
  const queueOf = (name: QueueName): Queue => {
    if (redis.status !== 'ready') throw new Error('Redis is away');
    let queue = queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: redis, prefix: queuePrefix(redis) });
      // Each failed command is answered to its caller; the event would only say so twice.
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
        if (account) {
          const priority = await placeInLine(redis, rung, account(payload), jobId ?? '');
          if (priority !== null) await rung.add(name, payload, { ...given, priority });
        } else {
          await rung.add(name, payload, given);
        }
      } catch (error) {
        queues.delete(queue);
        // The sweep will ring.
        redisAway(error, log, redis);
      }
    },
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}
