import { Queue } from 'bullmq';
import type { Logger } from '../log.ts';
import { redisAway } from '../outages.ts';
import { queuePrefix, type RedisConnection } from '../redis.ts';
import { JOBS, type JobName, type JobPayloads, type QueueName } from './catalogue.ts';
import { placeInLine } from './lines.ts';

/**
 * Rings a job. It never throws: while Redis is away the document is there, and the sweep rings later. `key` makes
 * rings with the same name and key one job until it has run (BullMQ takes no `:` in it, and not digits alone).
 */
export type Ring = <Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  key?: string,
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
    async ring(name, payload, key) {
      const { queue, options, inLine } = JOBS[name];
      try {
        const rung = queueOf(queue);
        const jobId = key === undefined ? undefined : `${name}-${key}`;
        const given = jobId === undefined ? options : { ...options, jobId };
        if (inLine && 'userId' in payload) {
          const priority = await placeInLine(redis, rung, payload.userId, jobId ?? '');
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
