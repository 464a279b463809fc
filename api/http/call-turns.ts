import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter, LineFull, Turns } from '../../common/fairness/turns.ts';
import { rememberLately } from '../../common/fairness/yielding.ts';
import { watchBusy } from './busy-loop.ts';
import type { Exchange } from './exchange.ts';

/**
 * Answers calls: at once, as a rule. Where the process is busy and another account calls, too, those of an account that makes many are answered
 * with rests between them: what they ask for slows down the calls and sends of others. Calls that wait go together, so what is asked for or stored together is so then, too.
 */
export interface CallTurns {
  /** Waits until a call of this account may be answered. Call the result when the call has ended; null needs no end. */
  enter(account: number): TurnRelease | null | Promise<TurnRelease | null>;
}

type TurnRelease = () => void;

/** Waits for the turn of a call's account. */
export function takeTurn(exchange: Exchange): Promise<void> | void {
  const keep = (leave: TurnRelease | null): void => {
    if (leave) exchange.atEnd(leave);
  };
  const entered = exchange.served.turns.enter(exchange.account.id);
  return entered instanceof Promise ? entered.then(keep) : keep(entered);
}

/** Milliseconds that calls of an account may take at once, and the part of the time that it gets back, as if they were answered one after the other. */
const OF_ACCOUNT = { each: 2000, refill: 0.25 };
/** Of the time. Beyond it the process counts as busy. */
const BUSY = 0.5;
/** A call waits for its turn for a second at most. It is answered then all the same. */
const PATIENCE_MS = 1000;
/** Calls of an account that go together. */
const TOGETHER = 100;
const LINE = { each: 1000, total: 10_000 };
/** An account rests as long as its last call took, so that it slows down with the machine. */
const coolDownMs = coolDownAfter(0, 1, 250);

export function createCallTurns({
  ofAccount = OF_ACCOUNT,
  isBusy = watchBusy(BUSY),
  patienceMs = PATIENCE_MS,
} = {}): CallTurns {
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
    enter(account) {
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
