import { performance } from 'node:perf_hooks';
import { Budget } from '../../common/fairness/budget.ts';
import { createLoopShares } from '../../common/fairness/loop-shares.ts';
import { coolDownAfter, LineFull, type Share, Turns } from '../../common/fairness/turns.ts';
import { rememberLately } from '../../common/fairness/yielding.ts';
import type { Exchange } from './exchange.ts';

type TurnRelease = () => unknown;

export function takeTurn(exchange: Exchange): Promise<void> | void {
  const entered = exchange.served.turns.enter(exchange.account.id);
  if (entered instanceof Promise) return entered.then((leave) => exchange.atEnd(leave));
  exchange.atEnd(entered);
}

/** Milliseconds of the event loop that an account may use at once, and the share of time that it regains. */
const OF_ACCOUNT = { each: 200, refill: 0.25 };
/** Share of time above which the process counts as busy. */
const BUSY = 0.5;
const PATIENCE_MS = 1000;
/** Calls of one account that run as a group. */
const TOGETHER = 100;
const LINE = { each: 1000, total: 10_000 };
/** The cool-down equals the loop time of the group, so that it adapts to the machine. */
const coolDownMs = coolDownAfter(0, 1, 250);

/**
 * Limits how fast one account is answered. If the process is busy and other accounts call too, an account with many calls waits between
 * them, because its calls slow down the calls and sends of others. Waiting calls run in groups, so that their queries and writes stay
 * combined. Calls are charged by the time for which the event loop worked for them, not by the time that they waited for a store.
 */
export function createCallTurns({
  ofAccount = OF_ACCOUNT,
  isBusy = watchBusy(BUSY),
  patienceMs = PATIENCE_MS,
  loop = createLoopShares(),
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
  /** Loop time of the calls of an account that have a turn or had it since the last of its turns began. */
  const groups = new Map<number, { calls: number; ms: number }>();

  function inGroup(account: number, share: Share): TurnRelease {
    const group = groups.get(account) ?? { calls: 0, ms: 0 };
    groups.set(account, group);
    group.calls += 1;
    const end = loop.begin();
    return () => {
      group.ms += end();
      group.calls -= 1;
      if (group.calls === 0) groups.delete(account);
      share.leave(group.ms);
    };
  }

  const isShared = (account: number): boolean => isBusy() && calling.hasOther(account);

  return {
    /** Whether the process is busy, and accounts other than this one call. */
    isShared,
    /** Waits for the turn of a call. Call the result when the call has ended. */
    enter(account: number): TurnRelease | Promise<TurnRelease> {
      calling.did(account);
      if (atOnce.left(account) > 0) {
        const end = loop.begin();
        return () => atOnce.add(account, end());
      }
      if (!isShared(account)) return loop.begin();
      return turns.enter(account, 1).then(
        (share) => inGroup(account, share),
        (error: unknown) => {
          if (error instanceof LineFull) return loop.begin();
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
