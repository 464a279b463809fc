import { coolDownAfter } from '../../common/fairness/turns.ts';
import type { QueueName } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from './context.ts';

/** The lanes of a queue. */
export interface Lanes {
  /** Jobs of a queue that a worker does in parallel. */
  readonly all: number;
  /** Jobs of one account that it does in parallel, for queues whose jobs name their account. */
  readonly each?: number;
  /**
   * A job that waited for a lane is done without another ring, which costs as much as a small job. Only for jobs that no other worker does at
   * the same time even so: what such a worker has waiting is lost with it, and found by the sweep. Milliseconds for which a job is held that begins to wait, where
   * so many of its account do.
   */
  readonly keeps?: (kept: number) => number;
  /** Milliseconds for which such a lane rests after a job that took `tookMs`. */
  readonly rest?: (tookMs: number, account: number) => number;
}

/** The start of a send takes longer with a large design, or on a busy machine. A lane rests for a second at most. */
const coolDownOfStart = coolDownAfter(150, 2, 1000);

/**
 * An erasure reads all contacts of its account (measured: 0.7 s of 200,000). An account that asks for one after the other rests in between, and no
 * longer than that each is done within a minute.
 */
const coolDownOfErasure = coolDownAfter(1000, 2, 15_000);

/**
 * The more messages of an account wait in a worker, the more slowly it takes others of it from the queue: it needs some for its next groups, and to
 * take thousands at once would hold up other accounts. By chance, so that lanes become free one after the other.
 */
const holdMessage = (kept: number): number => Math.random() * Math.min(2 * kept, 2000);

/** A turn waits for its endpoint nearly all the time, and one that answers late must not hold up others. */
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
  // With one each, a send to a hundred would wait for the five hundred mails that the first slice of a large one has.
  'first-slices': { all: 8, each: 2 },
  // Walks take turns, and a start or an end of a send waits for none of them.
  walks: { all: 4, each: 2 },
  ends: { all: 4, each: 2 },
  // Each account has as many as make groups worth while (decision 031). With more, one that sends thousands delays another's message in the same worker.
  messages: { all: 128, each: 16, keeps: holdMessage },
  tests: { all: 2, each: 1 },
  slices: { all: config.workerSlices },
  automations: { all: 2 },
  segments: { all: 2 },
  erasures: { all: 2, each: 1, rest: coolDownOfErasure },
  webhooks: { all: WEBHOOK_TURNS },
  chores: { all: 2 },
});
