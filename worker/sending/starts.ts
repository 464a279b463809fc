import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter } from '../../common/fairness/turns.ts';
import { createYielding, rememberLately } from '../../common/fairness/yielding.ts';

export type Starts = ReturnType<typeof createStarts>;

/** Milliseconds for which others yield to all starts together, and to each start. A longer start has a large audience. */
export const START_BOUNDS = { mostMs: 4000, eachMs: 1000 };
/** The same for one account: the sum of all its starts and first slices. */
const OF_ACCOUNT = { each: 4000, refill: 0.25 };

/** Three times the duration of the start, so that it grows with a slow machine; a second at most. */
const coolDownMs = coolDownAfter(0, 3, 1000);

/**
 * Mails of running sends yield to starts and first slices: a send to a hundred is done at once, and a hundred new sends do not
 * wait for each other. An account that starts one send after the other loses this precedence.
 */
export function createStarts(bounds = START_BOUNDS, ofAccount = OF_ACCOUNT) {
  const all = createYielding(bounds);
  const starting = createYielding(bounds);
  const precedence = new Budget<number>(ofAccount);
  const beginning = rememberLately<number>();
  /** Starts with precedence, by account. */
  const underWay = new Budget<number>();
  const hasPrecedence = (account: number): boolean => precedence.left(account) > 0;

  function begin(account: number, isStart: boolean): () => void {
    const since = performance.now();
    beginning.did(account);
    if (!hasPrecedence(account)) return () => {};
    const leaves = [all.begin()];
    if (isStart) leaves.push(starting.begin(underWay.hold(account, 1)));
    return () => {
      for (const leave of leaves) leave();
      precedence.add(account, Math.min(performance.now() - since, bounds.eachMs));
    };
  }

  return {
    begin: (account: number) => begin(account, true),
    beginFirst: (account: number) => begin(account, false),
    /** The starts with precedence of this account, and the number of other accounts with such starts. First slices do not count. */
    startsOf(account: number): { readonly own: number; readonly others: number } {
      const own = underWay.of(account);
      return { own, others: underWay.keys - (own > 0 ? 1 : 0) };
    },
    /** Null: the mails of others may go; otherwise it resolves when they may. */
    wait: all.wait,
    /** Whether another account started a send a moment ago. */
    hasOther: (account: number): boolean => beginning.hasOther(account),
    /** Milliseconds of cool-down after a start of `tookMs`, for an account without precedence while others start sends. */
    restOf: (account: number, tookMs: number): number =>
      !hasPrecedence(account) && beginning.hasOther(account) ? coolDownMs(tookMs) : 0,
  };
}
