import { now } from '../common/clock.ts';
import { JOB_NAMES, type JobName, subjectOf } from '../common/jobs/catalogue.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import { warnOf } from '../common/outages.ts';
import type { Jobs } from './all-jobs.ts';
import { AUTOMATION_CHORES } from './automations/chores.ts';
import type { Chore } from './chore.ts';
import type { WorkerContext } from './context.ts';
import { MAILING_CHORES } from './delivery/chores.ts';
import { tellOfStop } from './delivery/tell-of-stop.ts';
import { askForRound, type Round } from './due-chores.ts';
import { setMarks } from './failures/marks.ts';
import type { Job } from './job.ts';
import { tallies } from './metrics/tallies.ts';
import { NOTICE_CHORES } from './notices/chores.ts';
import { RETENTION_CHORES } from './retention/chores.ts';
import { SINGLE_SEND_CHORES } from './single-sends/chores.ts';
import { STATISTICS_CHORES } from './statistics/chores.ts';

/** Milliseconds between two sweeps of all workers together, on average … */
const INTERVAL_MS = 1000;
/** … and at most between two sweeps of one worker, however many workers there are. */
const LONGEST_MS = 5000;

/**
 * Finds work that is due, or whose ring was lost, and rings for it. It alone finishes all work after Redis was wiped. Every worker
 * does it, less often the more workers there are (`workers`), so that many workers cost the store no more than one. A superfluous
 * ring is dropped because of its key.
 */
export function startSweep(
  worker: WorkerContext,
  jobs: Jobs,
  workers: () => number,
): { stop(): Promise<void> } {
  const chores = choresOf(jobs);
  // Its age counts from here on.
  tallies.sweptAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = (): void => {
    // A random time, because workers that were started together would all ask at the same moment.
    timer = setTimeout(
      () => {
        round = sweep(worker, chores).finally(() => {
          if (!worker.stopping.aborted) next();
        });
      },
      Math.min(INTERVAL_MS * workers(), LONGEST_MS) * (0.75 + Math.random() / 2),
    );
  };
  next();
  return {
    async stop() {
      clearTimeout(timer);
      await round;
    },
  };
}

/** Does one round. What fails, such as while the store is away, is logged and done in the next round. */
export async function sweep(worker: WorkerContext, chores: readonly Chore[]): Promise<void> {
  try {
    await doRound(await askForRound(chores), worker);
  } catch (error) {
    warnOf(error, worker.log, 'the sweep could not ask what is due');
  }
  tallies.sweptAt = performance.now();
}

async function doRound({ failed, due }: Round, worker: WorkerContext): Promise<void> {
  setMarks(failed.map(({ _id }) => _id));
  const at = now();
  const waiting = new Set(
    failed.filter(({ next_at }) => next_at === null || next_at > at).map(({ _id }) => _id),
  );
  for (const chore of due) {
    if (worker.stopping.aborted) return;
    try {
      await chore.run({ ...worker, ring: counted(chore.name, unlessWaiting(waiting, worker.ring)) });
    } catch (error) {
      warnOf(error, worker.log, 'the sweep left something for its next round', { chore: chore.name });
    }
  }
}

const unlessWaiting =
  (waiting: ReadonlySet<string>, ring: Ring): Ring =>
  async (name, payload, ...how) => {
    if (!waiting.has(`${name} ${subjectOf(name, payload)}`)) await ring(name, payload, ...how);
  };

/** Counts the rings of a chore. */
const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };

/** The sweep rings for a job whatever is due for it. */
const ringFor = <Name extends JobName>({ name, due }: Job<Name>): Chore[] =>
  due
    ? [
        {
          name,
          signs: due.signs,
          async run({ ring }) {
            for (const payload of await due.find(now())) await ring(name, payload);
          },
        },
      ]
    : [];

/** All that a worker with these jobs looks for. */
export const choresOf = (jobs: Jobs): readonly Chore[] => [
  tellOfStop,
  ...SINGLE_SEND_CHORES,
  ...MAILING_CHORES,
  ...AUTOMATION_CHORES,
  ...NOTICE_CHORES,
  ...RETENTION_CHORES,
  ...STATISTICS_CHORES,
  ...JOB_NAMES.flatMap((name) => ringFor(jobs[name] as Job<JobName>)),
];
