import type { Config } from '../common/config.ts';
import { createLogger } from '../common/log.ts';
import { useOwnRules } from '../common/replies/classify.ts';
import { readOwnRules } from '../common/replies/own-rules.ts';
import { useErasureSecrets } from '../common/secrets/erasure-key.ts';
import { ALL_CHORES } from './all-chores.ts';
import { JOB_PROCESSORS } from './all-jobs.ts';
import { ALL_PARTS } from './all-parts.ts';
import type { WorkerContext } from './runtime/context.ts';
import { assemble } from './runtime/part.ts';
import { type Queues, startQueues } from './runtime/queues.ts';
import { startSweep } from './runtime/sweep.ts';

export type Worker = ReturnType<typeof createWorker>;

/** Parts that replace a worker's own. The caller closes them. */
export type GivenParts = Partial<Omit<WorkerContext, 'config'>>;

/** Milliseconds in which a stopping worker finishes its mails; then it has a second to record them. */
const DRAIN_MS = 7000;

/** Makes a worker. It takes no job and changes nothing in the stores until it runs. */
export function createWorker(config: Config, given: GivenParts = {}) {
  // First, because an unusable rule stops the start.
  const ownRules = readOwnRules(config.replyRulesFile);
  const [stopping, hurry] = [new AbortController(), new AbortController()];
  const { context, ...parts } = assemble(ALL_PARTS, {
    config,
    log: createLogger('worker', config.logLevel),
    stopping: stopping.signal,
    hurry: hurry.signal,
    ...given,
  });
  let queues: Queues | undefined;
  let sweep: ReturnType<typeof startSweep> | undefined;

  return {
    context,
    /** Announces the worker, takes jobs from the queues and sweeps. MongoDB must be connected. */
    async run(): Promise<void> {
      useOwnRules(ownRules);
      useErasureSecrets(config);
      await parts.run();
      queues = startQueues(context, JOB_PROCESSORS);
      sweep = startSweep({ ...context, ring: queues.ring }, ALL_CHORES);
    },
    /** In at most about 8 s. A worker that never ran is stopped, too, as its parts have connections. */
    async stop(): Promise<void> {
      stopping.abort();
      const drained = setTimeout(() => hurry.abort(), DRAIN_MS);
      await sweep?.stop();
      await queues?.close();
      await parts.finish();
      clearTimeout(drained);
      await parts.close();
    },
  };
}
