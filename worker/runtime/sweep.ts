import { now } from '../../common/clock.ts';
import { subjectOf } from '../../common/jobs/catalogue.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { isOutage } from '../../common/store/outages.ts';
import type { Chore } from './chore.ts';
import type { WorkerContext } from './context.ts';
import { askForRound, type Round } from './due-chores.ts';
import { setMarks } from './failures/count.ts';
import { tallies } from './metrics/tallies.ts';

/** Milliseconds between two sweeps: of all workers together, on average, and at most of one worker. */
const INTERVAL_MS = 1000;
const LONGEST_MS = 5000;

/** After a loss of Redis it alone finishes all work. The more workers, the less often each sweeps. */
export function startSweep(worker: WorkerContext, chores: readonly Chore[]): { stop(): Promise<void> } {
  tallies.sweptAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = (): void => {
    // A random time, or workers that were started together would ask at the same moment.
    timer = setTimeout(
      () => {
        round = sweep(worker, chores).finally(() => {
          if (!worker.stopping.aborted) next();
        });
      },
      Math.min(INTERVAL_MS * worker.presence.workers(), LONGEST_MS) * (0.75 + Math.random() / 2),
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

export async function sweep(worker: WorkerContext, chores: readonly Chore[]): Promise<void> {
  try {
    await doRound(await askForRound(chores), worker);
  } catch (error) {
    if (!isOutage(error, worker.log))
      worker.log.warn({ err: error }, 'sweep failed; due work is looked for in the next round');
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
      if (!isOutage(error, worker.log))
        worker.log.warn(
          { chore: chore.name, err: error },
          'sweep chore failed; it is retried in the next round',
        );
    }
  }
}

const unlessWaiting =
  (waiting: ReadonlySet<string>, ring: Ring): Ring =>
  async (name, payload, ...how) => {
    if (!waiting.has(`${name} ${subjectOf(name, payload)}`)) await ring(name, payload, ...how);
  };

const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };
