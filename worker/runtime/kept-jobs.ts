import type { AccountLanes } from '../../common/fairness/account-lanes.ts';
import { JOBS, type QueueName } from '../../common/jobs/catalogue.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';

/** Jobs that wait in this worker for a lane of their account, and are then done without another ring (decision 039). */
export interface KeptJobs {
  /** Names the lanes in which jobs of a queue wait. */
  add(queue: QueueName, lanes: AccountLanes): void;
  /** Does a job that waited, unless the worker stops. */
  begin(run: () => Promise<void>, failed: (error: unknown) => void): void;
  /** Rings for what does not wait here. */
  unlessKept(ring: Ring): Ring;
  /** Resolves once none is under way. */
  ended(): Promise<void>;
}

export function createKeptJobs(stopping: AbortSignal): KeptJobs {
  const lanesOf = new Map<QueueName, AccountLanes>();
  const underWay = new Set<Promise<void>>();
  return {
    add: (queue, lanes) => void lanesOf.set(queue, lanes),
    begin(run, failed) {
      if (stopping.aborted) return;
      const work = run().catch(failed);
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    unlessKept: (ring) => async (name, payload, how) => {
      const { queue, key, account } = JOBS[name];
      const isKept = account && lanesOf.get(queue)?.isKept(account(payload), `${name}-${key(payload)}`);
      if (!isKept) await ring(name, payload, how);
    },
    ended: async () => void (await Promise.all(underWay)),
  };
}
