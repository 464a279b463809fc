import { performance } from 'node:perf_hooks';
import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter, LineFull, Turns } from '../../common/fairness/turns.ts';
import { rememberLately } from '../../common/fairness/yielding.ts';
import type { Exchange } from './exchange.ts';

type TurnRelease = () => void;

export function takeTurn(exchange: Exchange): Promise<void> | void {
  const keep = (leave: TurnRelease | null): void => {
    if (leave) exchange.atEnd(leave);
  };
  const entered = exchange.served.turns.enter(exchange.account.id);
  return entered instanceof Promise ? entered.then(keep) : keep(entered);
}

/** Milliseconds of calls that an account may use at once, and the share of time that it regains. */
const OF_ACCOUNT = { each: 2000, refill: 0.25 };
/** Share of time above which the process counts as busy. */
const BUSY = 0.5;
const PATIENCE_MS = 1000;
/** Calls of one account that run as a group. */
const TOGETHER = 100;
const LINE = { each: 1000, total: 10_000 };
/** The cool-down equals the duration of the last call, so that it adapts to the machine. */
const coolDownMs = coolDownAfter(0, 1, 250);

/**
 * Limits how fast one account is answered. If the process is busy and other accounts call too, an account with many calls waits between
 * them, because its calls slow down the calls and sends of others. Waiting calls run in groups, so that their queries and writes stay
 * combined.
 */
export function createCallTurns({
  ofAccount = OF_ACCOUNT,
  isBusy = watchBusy(BUSY),
  patienceMs = PATIENCE_MS,
} = {}) {
  const calling = rememberLately<number>();
  const atOnce = new Budget<number>(ofAccount);
  const turns = new Turns<number>({
    total: Number.POSITIVE_INFINITY,
    each: TOGETHER,
    line: LINE,
    patienceMs,
    coolDownMs,
  });

  return {
    /** Waits for the turn of a call. Call the result when the call has ended; null needs no end. */
    enter(account: number): TurnRelease | null | Promise<TurnRelease | null> {
      calling.did(account);
      if (atOnce.left(account) > 0) {
        const began = performance.now();
        return () => atOnce.add(account, performance.now() - began);
      }
      if (!isBusy() || !calling.hasOther(account)) return null;
      return turns.enter(account, 1).then(
        (share) => () => share.leave(),
        (error: unknown) => {
          if (error instanceof LineFull) return null;
          throw error;
        },
      );
    },
  };
}

export type CallTurns = ReturnType<typeof createCallTurns>;

const OVER_MS = 100;

/** Returns whether the event loop was busy for more than `share` of the last 100 ms. Other busy programs slow it down, too. */
export function watchBusy(share: number): () => boolean {
  const measure = performance.eventLoopUtilization;
  let before = measure();
  let at = performance.now();
  let busy = false;
  return () => {
    const now = performance.now();
    if (now - at >= OVER_MS) {
      const read = measure();
      busy = measure(read, before).utilization > share;
      before = read;
      at = now;
    }
    return busy;
  };
}
