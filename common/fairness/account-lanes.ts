import { setTimeout as delay } from 'node:timers/promises';

/** A job of an account, as it was rung. */
export interface Rung {
  readonly account: number;
  readonly key: string;
  /** Rings for the job again, or does it. */
  readonly again: () => Promise<void>;
}

/** Jobs of an account that wait here for a free lane; the sweep rings for the rest. */
const KEPT = 1000;

export interface AccountLanes {
  /** Does a job now, or once a lane of its account is free. */
  enter(job: Rung, run: () => Promise<void>): Promise<void>;
  /** Whether a job waits here. */
  isKept(account: number, key: string): boolean;
}

/**
 * Gives an account at most `each` lanes of a worker at a time, so that lanes are left for other accounts, however long one
 * account's jobs take. A job beyond that ends undone, and comes `again` when a lane of its account is free. `rest` is the
 * pause of a lane after a job that took so many milliseconds; `hold` is how long a job that ends undone is held before, where so many of its account wait.
 */
export function createAccountLanes(
  each: number,
  rest: (tookMs: number, account: number) => number = () => 0,
  hold: (kept: number) => number = () => 0,
): AccountLanes {
  const busy = new Map<number, number>();
  const waiting = new Map<number, Map<string, Rung>>();

  function nextOf(account: number): Rung | undefined {
    const kept = waiting.get(account);
    const [next] = kept?.values() ?? [];
    if (!kept || !next) return undefined;
    kept.delete(next.key);
    if (kept.size === 0) waiting.delete(account);
    return next;
  }

  function leave(account: number): void {
    const left = busy.get(account)! - 1;
    if (left === 0) busy.delete(account);
    else busy.set(account, left);
    void nextOf(account)?.again();
  }

  async function enter(job: Rung, run: () => Promise<void>): Promise<void> {
    const { account, key } = job;
    const lanes = busy.get(account) ?? 0;
    if (lanes >= each) {
      const kept = waiting.get(account) ?? new Map<string, Rung>();
      waiting.set(account, kept);
      if (kept.size < KEPT) kept.set(key, job);
      const ms = hold(kept.size);
      if (ms > 0) await delay(ms);
      return;
    }
    busy.set(account, lanes + 1);
    const began = performance.now();
    try {
      await run();
    } finally {
      const ms = rest(performance.now() - began, account);
      if (ms === 0) leave(account);
      else setTimeout(() => leave(account), ms).unref();
    }
  }

  return { enter, isKept: (account, key) => waiting.get(account)?.has(key) ?? false };
}
