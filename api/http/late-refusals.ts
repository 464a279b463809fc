import { setTimeout as delay } from 'node:timers/promises';
import { Budget } from '../../common/fairness/budget.ts';
import type { Exchange } from './exchange.ts';
import { Failure } from './failures.ts';

/** Refusals of an account that are answered at once, and those that it regains each millisecond. */
const AT_ONCE = { each: 50, refill: 0.02 };
const LATE_MS = 1000;
/** Further refusals are answered at once: each holds a connection. */
const MOST_WAITING = 2000;

/**
 * Delays the 429 of an account that is refused again and again. A refused call costs a third of a small one, so a program that repeats
 * refused calls at once on many connections would slow down other accounts.
 */
export function createLateRefusals({ atOnce = AT_ONCE, lateMs = LATE_MS } = {}) {
  const refused = new Budget<number>(atOnce);
  let waiting = 0;

  return {
    /** Null: the refusal is answered at once; otherwise it is answered when this resolves. */
    wait(account: number): Promise<void> | null {
      if (refused.left(account) > 0) {
        refused.add(account, 1);
        return null;
      }
      if (waiting >= MOST_WAITING) return null;
      waiting += 1;
      return delay(lateMs).then(() => {
        waiting -= 1;
      });
    },
  };
}

export type LateRefusals = ReturnType<typeof createLateRefusals>;

/** For a failed call that has released all that it held: waits before a refusal that must come late. */
export function refuseLate({ ctx, served }: Exchange, error: unknown): Promise<void> | null {
  const account: unknown = ctx.state.userId;
  if (!(error instanceof Failure) || error.status !== 429 || typeof account !== 'number') return null;
  return served.refusals.wait(account);
}
