import { coolDownAfter } from '../../common/fairness/turns.ts';
import type { AccountKey, QueueName } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from './context.ts';

export interface Lanes {
  readonly all: number;
  /** Parallel jobs of one account. As many as `all` where its jobs are short and one account must be able to use the whole worker. */
  readonly each: number;
  /**
   * A job that waited for a lane needs no new ring, which costs as much as a small job; another worker must be able to do it at the
   * same time. Returns the milliseconds to hold one more, when `kept` jobs of the account wait.
   */
  readonly keeps?: (kept: number) => number;
  readonly rest?: (tookMs: number, account: AccountKey) => number;
}

/** A start takes longer with a large design or on a busy machine. The cool-down is a second at most. */
const coolDownOfStart = coolDownAfter(150, 2, 1000);

/** An erasure reads all contacts (0.7 s for 200,000). With this cool-down each request is still done within a minute. */
const coolDownOfErasure = coolDownAfter(1000, 2, 15_000);

/** Removals write to all contacts of an account. They take half of the time, so that mails and queries have the rest. */
const coolDownOfRemoval = coolDownAfter(500, 1, 5000);

/** Walks through all contacts of an account take a third of the time while others start sends. */
const coolDownOfWalk = coolDownAfter(100, 2, 3000);

/** Some messages are needed for the next groups; thousands would delay other accounts. By chance, so lanes free one by one. */
const holdMessage = (kept: number): number => Math.random() * Math.min(2 * kept, 2000);

/** A turn waits for its endpoint nearly all the time, and a slow endpoint must not delay others. */
const WEBHOOK_TURNS = 50;

/** A lane more than an account may use: others never wait for a turn of one account. */
const AND_ONE = 1;

export const lanesOf = ({
  config,
  starts,
}: Pick<WorkerContext, 'config' | 'starts'>): Record<QueueName, Lanes> => {
  const restOfWalk: Lanes['rest'] = (tookMs, account) =>
    starts.hasOther(Number(account)) ? coolDownOfWalk(tookMs) : 0;
  return {
    imports: { all: 1 + AND_ONE, each: 1 },
    // Each keeps the addresses of its rows in memory.
    trials: { all: 3, each: 1 },
    sends: {
      all: 12,
      each: 2,
      rest: (tookMs, account) => Math.max(coolDownOfStart(tookMs), starts.restOf(Number(account), tookMs)),
    },
    // With one lane each, a send to a hundred would wait for the 500 mails of a large send's first slice.
    'first-slices': { all: 8, each: 2 },
    // Walks take turns; starts and ends of sends do not wait for them.
    walks: { all: 4, each: 2 },
    ends: { all: 4, each: 2 },
    // Enough for an account to make groups worthwhile (decision 021); with more, it would delay others' messages.
    messages: { all: 128, each: 16, keeps: holdMessage },
    tests: { all: 2, each: 1 },
    // A slice ends after a moment where others wait, and lines decide on the next.
    slices: { all: config.workerSlices + AND_ONE, each: config.workerSlices },
    automations: { all: 2 + AND_ONE, each: 2, rest: restOfWalk },
    segments: { all: 2 + AND_ONE, each: 2, rest: restOfWalk },
    erasures: { all: 2, each: 1, rest: coolDownOfErasure },
    removals: { all: 2, each: 1, rest: coolDownOfRemoval },
    webhooks: { all: WEBHOOK_TURNS, each: 5 },
    // A first call is one at a time: endpoints of an account that are made again and again take one lane.
    'first-webhooks': { all: WEBHOOK_TURNS / 2, each: 1 },
    'late-webhooks': { all: WEBHOOK_TURNS / 2, each: 3 },
    // A person waits for each of these mails.
    links: { all: 4, each: 1 },
    chores: { all: 3, each: 1 },
  };
};
