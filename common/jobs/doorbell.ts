import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import { JOBS, type JobName, type JobPayloads, QUEUES, type QueueName } from './catalogue.ts';

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

/** One BullMQ queue a name of {@link QUEUES} on a connection that fails fast. */
export function createDoorbell(redis: Redis, log: Logger): Doorbell {
  const queues = Object.fromEntries(
    QUEUES.map((name) => {
      const queue = new Queue(name, { connection: redis, skipWaitingForReady: true });
      // Each failed command is answered to its caller; the event would only say so twice.
      queue.on('error', () => {});
      return [name, queue];
    }),
  ) as Record<QueueName, Queue>;

  return {
    async ring(name, payload, key) {
      const { queue, options } = JOBS[name];
      try {
        await queues[queue].add(
          name,
          payload,
          key === undefined ? options : { ...options, jobId: `${name}-${key}` },
        );
      } catch (error) {
        log.warn({ job: name, payload, err: error }, 'no doorbell: the sweep will ring');
      }
    },
    async close() {
      await Promise.allSettled(Object.values(queues).map((queue) => queue.close()));
    },
  };
}
