import { setTimeout as delay } from 'node:timers/promises';
import { Budget } from '../../common/fairness/budget.ts';
import { type AccountKey, JOBS, type QueueName } from '../../common/jobs/catalogue.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import type { Lanes } from './lanes.ts';

export interface RungJob {
  readonly account: AccountKey;
  readonly key: string;
  readonly again: () => Promise<void>;
}

/** Jobs of an account that wait here for a free lane; the sweep rings for the rest. */
const KEPT = 1000;

type AccountLanes = ReturnType<typeof createAccountLanes>;

/** At most `each` lanes of a worker, so that long jobs leave some for others. A further job ends undone and comes `again`. */
export function createAccountLanes({ each, rest, keeps }: Omit<Lanes, 'all'>) {
  const lanes = new Budget<AccountKey>({ each });
  const waiting = new Map<AccountKey, Map<string, RungJob>>();

  async function keep(job: RungJob): Promise<void> {
    const kept = waiting.get(job.account) ?? new Map<string, RungJob>();
    waiting.set(job.account, kept);
    if (kept.size < KEPT) kept.set(job.key, job);
    const ms = keeps?.(kept.size) ?? 0;
    if (ms > 0) await delay(ms);
  }

  function nextOf(account: AccountKey): RungJob | undefined {
    const kept = waiting.get(account);
    const [next] = kept?.values() ?? [];
    if (next) kept!.delete(next.key);
    if (kept?.size === 0) waiting.delete(account);
    return next;
  }

  async function enter(job: RungJob, run: () => Promise<void>): Promise<void> {
    const { account } = job;
    const giveBack = lanes.take(account, 1);
    if (!giveBack) return keep(job);
    const leave = (): void => {
      giveBack();
      void nextOf(account)?.again();
    };
    const began = performance.now();
    try {
      await run();
    } finally {
      const ms = rest?.(performance.now() - began, account) ?? 0;
      if (ms === 0) leave();
      else setTimeout(leave, ms).unref();
    }
  }

  return {
    enter,
    isKept: (account: AccountKey, key: string): boolean => waiting.get(account)?.has(key) ?? false,
  };
}

/** Jobs that wait in this worker for a lane of their account, and are then done without another ring (decision 021). */
export function createKeptJobs(stopping: AbortSignal) {
  const lanesOf = new Map<QueueName, AccountLanes>();
  const underWay = new Set<Promise<void>>();
  return {
    add: (queue: QueueName, lanes: AccountLanes): void => void lanesOf.set(queue, lanes),
    begin(run: () => Promise<void>, failed: (error: unknown) => void): void {
      if (stopping.aborted) return;
      const work = run().catch(failed);
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    unlessKept:
      (ring: Ring): Ring =>
      async (name, payload, how) => {
        const { queue, key, account } = JOBS[name];
        const isKept = lanesOf.get(queue)?.isKept(account(payload), `${name}-${key(payload)}`);
        if (!isKept) await ring(name, payload, how);
      },
    ended: async (): Promise<void> => void (await Promise.all(underWay)),
  };
}
