import { setTimeout as delay } from 'node:timers/promises';
import {
  type BackendFactory,
  createIORedisClient,
  LockManager,
  type LockManagerWorkerContext,
  type Processor,
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
  Worker,
} from 'bullmq';
import { Cluster } from 'ioredis';
import type { QueueName } from '../../common/jobs/catalogue.ts';
import { type RedisConnection as Connection, queuePrefix } from '../../common/redis/redis.ts';

/** Milliseconds between two looks for jobs of dead workers. */
const STALLED_MS = 3000;

/** A worker of BullMQ that costs less at its start and at rest: we have one for each queue. */
export class QueueWorker extends Worker {
  constructor(queue: QueueName, work: Processor, how: { connection: Connection; concurrency: number }) {
    super(
      queue,
      work,
      {
        ...how,
        prefix: queuePrefix(queue),
        // A crashed worker's job is taken over soon, as new rings with its key are dropped. A job may be done twice without harm.
        lockDuration: 6000,
        stalledInterval: STALLED_MS,
        maxStalledCount: 100,
        // `lookForStalled` does it for all queues together.
        skipStalledCheck: true,
        // Seconds to wait for a ring: each new question wakes an idle worker and Redis.
        drainDelay: 10,
      },
      backendOn(how.connection),
    );
  }

  protected override createLockManager(): void {
    const { lockRenewTime = 0, lockDuration = 0 } = this.opts;
    // As BullMQ makes its own: the types of the two do not fit.
    const worker = this as unknown as LockManagerWorkerContext;
    this.lockManager = new RestingLocks(worker, { lockRenewTime, lockDuration, workerId: this.id });
  }
}

/** Renews locks while jobs run. BullMQ's timer would run in an idle worker too, once for each queue. */
class RestingLocks extends LockManager {
  override start(): void {}

  override trackJob(...job: Parameters<LockManager['trackJob']>): ReturnType<LockManager['trackJob']> {
    if (!this.lockRenewalTimer) super.start();
    return super.trackJob(...job);
  }

  override untrackJob(jobId: string): void {
    super.untrackJob(jobId);
    if (this.trackedJobs.size > 0) return;
    clearTimeout(this.lockRenewalTimer);
    delete this.lockRenewalTimer;
  }
}

/** It only waits, so it needs none of BullMQ's 65 scripts, each of which a connection hashes and wraps. */
class WaitingConnection extends RedisConnection {
  protected override loadCommands(): void {}
}

/** As BullMQ's own, except for the connection that waits. */
const backendOn =
  (connection: Connection): BackendFactory<RedisQueueBackend> =>
  (name, opts) => {
    const keys = new QueueKeys(queuePrefix(name));
    const connectionName = keys.toKey(name, '');
    // The start has looked at Redis, and at its version.
    const checked = { skipVersionCheck: true };
    return new RedisQueueBackend(
      new RedisConnection(connection, { ...checked, shared: true, blocking: false }),
      name,
      keys.getKeys(name),
      (type) => keys.toKey(name, type),
      opts,
      new WaitingConnection(createIORedisClient(connection).duplicate({ connectionName }), checked),
    );
  };

/** Returns the jobs of dead workers to their queues, until `stopping`. Only a queue with active jobs can have some: one question asks for all. */
export async function lookForStalled(
  workers: readonly QueueWorker[],
  connection: Connection,
  stopping: AbortSignal,
  failed: (error: Error) => void,
): Promise<void> {
  const lists = workers.map(({ backend }) => backend.keys['active']!);
  while (!stopping.aborted) {
    try {
      const counts = await lengthsOf(connection, lists);
      const busy = workers.filter((_, at) => counts[at]! > 0);
      await Promise.all(busy.map(({ backend }) => backend.moveStalledJobsToWait()));
    } catch (error) {
      if (!stopping.aborted) failed(error as Error);
    }
    await delay(STALLED_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** A cluster has the lists on several nodes. */
async function lengthsOf(connection: Connection, lists: readonly string[]): Promise<number[]> {
  if (connection instanceof Cluster) return Promise.all(lists.map((list) => connection.llen(list)));
  const asked = connection.pipeline();
  for (const list of lists) asked.llen(list);
  return (await asked.exec())!.map(([error, length]) => {
    if (error) throw error;
    return length as number;
  });
}
