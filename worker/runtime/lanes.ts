import { coolDownAfter } from '../../common/fairness/turns.ts';
import type { QueueName } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from './context.ts';

export interface Lanes {
  /** Parallel jobs of a queue in one worker. */
  readonly all: number;
  /** Parallel jobs of one account, for queues whose jobs name their account. */
  readonly each?: number;
  /**
   * A job that waited for a lane is done without another ring, which costs as much as a small job. Only for jobs that are safe when
   * another worker does them at the same time; jobs lost with a worker are found by the sweep. Returns the milliseconds for which a
   * new waiting job is held, by the number of the account's waiting jobs.
   */
  readonly keeps?: (kept: number) => number;
  /** Milliseconds of a lane's cool-down after a job of `tookMs`. */
  readonly rest?: (tookMs: number, account: number) => number;
}

/** A start takes longer with a large design or on a busy machine. The cool-down is a second at most. */
const coolDownOfStart = coolDownAfter(150, 2, 1000);

/**
 * An erasure reads all contacts of its account (measured: 0.7 s for 200,000). An account with many requests cools down in between,
 * but each request is still done within a minute.
 */
const coolDownOfErasure = coolDownAfter(1000, 2, 15_000);

/**
 * The more messages of an account wait in a worker, the more slowly it takes others: it needs some for its next groups, but
 * thousands at once would delay other accounts. By chance, so that lanes become free one by one.
 */
const holdMessage = (kept: number): number => Math.random() * Math.min(2 * kept, 2000);

/** A turn waits for its endpoint nearly all the time, and a slow endpoint must not delay others. */
const WEBHOOK_TURNS = 50;

export const lanesOf = ({
  config,
  starts,
}: Pick<WorkerContext, 'config' | 'starts'>): Record<QueueName, Lanes> => ({
  imports: { all: 1 },
  sends: {
    all: 12,
    each: 2,
    rest: (tookMs, account) => Math.max(coolDownOfStart(tookMs), starts.restOf(account, tookMs)),
  },
  // With one lane each, a send to a hundred would wait for the 500 mails of a large send's first slice.
  'first-slices': { all: 8, each: 2 },
  // Walks take turns; starts and ends of sends do not wait for them.
  walks: { all: 4, each: 2 },
  ends: { all: 4, each: 2 },
  // Enough lanes for an account to make groups worthwhile (decision 031). With more, thousands of messages would delay those of
  // other accounts.
  messages: { all: 128, each: 16, keeps: holdMessage },
  tests: { all: 2, each: 1 },
  slices: { all: config.workerSlices },
  automations: { all: 2 },
  segments: { all: 2 },
  erasures: { all: 2, each: 1, rest: coolDownOfErasure },
  webhooks: { all: WEBHOOK_TURNS },
  chores: { all: 2 },
});
