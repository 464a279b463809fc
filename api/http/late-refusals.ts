import { setTimeout as delay } from 'node:timers/promises';
import { network } from '../../common/domain/network.ts';
import { Budget } from '../../common/fairness/budget.ts';
import type { Exchange } from './exchange.ts';
import { Failure } from './failures.ts';

/** Refusals of an account or a network that are answered at once, and those that it regains each millisecond. */
const AT_ONCE = { each: 50, refill: 0.02 };
const LATE_MS = 1000;
/** Further refusals are answered at once: each holds a connection. */
const MOST_WAITING = 2000;

/**
 * Delays the 429 of an account, or of a network with wrong keys or none, that is refused again and again. A refused call costs a third of a small
 * one, so a program that repeats refused calls at once on many connections would slow down other accounts.
 */
export function createLateRefusals({ atOnce = AT_ONCE, lateMs = LATE_MS } = {}) {
  const refused = new Budget<number | string>(atOnce);
  let waiting = 0;

  return {
    /** Null: the refusal is answered at once; otherwise it is answered when this resolves. */
    wait(whose: number | string): Promise<void> | null {
      if (refused.left(whose) > 0) {
        refused.add(whose, 1);
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
  if (!(error instanceof Failure) || error.status !== 429) return null;
  // Wrong keys of others may not delay the refusals of the account that they name.
  const whose: unknown = ctx.state.wrongPair === true ? network(ctx.ip) : ctx.state.userId;
  return typeof whose === 'number' || typeof whose === 'string' ? served.refusals.wait(whose) : null;
}
