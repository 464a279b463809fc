import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter } from '../../common/fairness/turns.ts';
import { createYielding, rememberLately, type Yielding } from '../../common/fairness/yielding.ts';
import { part } from '../runtime/part.ts';

/**
 * Sends that are being started in this worker, and their first slices. Mails of sends that are under way give way to them: a send to a hundred is
 * done at once, and of a hundred sends that are created at once none waits for most mails of the others. The processor does the same work in
 * another order. An account that begins one send after the other has no such precedence, and rests beside others: it would hold up their sends.
 */
export interface Starts {
  /** A send of an account is being started; call what it answers when its mails may go. */
  begin(account: number): () => void;
  /** The first mails of a send are being delivered; call what it answers when they are. */
  beginFirst(account: number): () => void;
  /** Whether a send is being started to which others give way, apart from the first slices. */
  isAny(): boolean;
  /** Null: the mails of others may go; otherwise it resolves when they may. */
  wait(): Promise<void> | null;
  /** Milliseconds for which an account rests that began one after the other, beside others, and whose last start took `tookMs`. */
  restOf(account: number, tookMs: number): number;
}

/** Milliseconds for which the others give way: to all, at a time, and to each, whose audience is large if it takes longer. */
export const START_BOUNDS = { mostMs: 4000, eachMs: 1000 };
/** The same of one account: what all its starts and first slices take together, as if they were one after the other. */
const OF_ACCOUNT = { each: 4000, refill: 0.25 };

/** A lane of such an account rests for three times what its start took, so that it slows down with the machine; for a second at most. */
const coolDownMs = coolDownAfter(0, 3, 1000);

export function createStarts(bounds = START_BOUNDS, ofAccount = OF_ACCOUNT): Starts {
  const all = createYielding(bounds);
  const starting = createYielding(bounds);
  const precedence = new Budget<number>(ofAccount);
  const beginning = rememberLately<number>();
  const hasPrecedence = (account: number): boolean => precedence.left(account) > 0;

  function begin(account: number, kinds: readonly Yielding[]): () => void {
    const since = performance.now();
    beginning.did(account);
    if (!hasPrecedence(account)) return () => {};
    const leaves = kinds.map((one) => one.begin());
    return () => {
      for (const leave of leaves) leave();
      precedence.add(account, Math.min(performance.now() - since, bounds.eachMs));
    };
  }

  return {
    begin: (account) => begin(account, [all, starting]),
    beginFirst: (account) => begin(account, [all]),
    isAny: starting.isBusy,
    wait: all.wait,
    restOf: (account, tookMs) =>
      !hasPrecedence(account) && beginning.hasOther(account) ? coolDownMs(tookMs) : 0,
  };
}

declare module '../runtime/context.ts' {
  interface WorkerParts {
    /** The sends that are being started. Mails of others yield to them. */
    readonly starts: Starts;
  }
}

export const starts = part('starts', { make: () => createStarts() });
