import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../../common/clock.ts';
import { subjectOf } from '../../common/jobs/catalogue.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { isOutage } from '../../common/store/outages.ts';
import { AHEAD_MS, createCalm } from './calm.ts';
import type { Chore } from './chore.ts';
import type { WorkerContext } from './context.ts';
import { askForRound, KNOWN, type Round } from './due-chores.ts';
import { mayTry, setMarks } from './failures/count.ts';
import { tallies } from './metrics/tallies.ts';

/** Milliseconds between two sweeps: of all workers together, on average, and at most of one worker. */
const INTERVAL_MS = 1000;
const LONGEST_MS = 5000;

/** Milliseconds after which the round starts the next chore. A chore that takes longer continues at the same time. */
const CHORE_MS = 200;

/** After a loss of Redis, the sweep alone finishes all work. The more workers run, the less often each sweeps. It skips a round if nothing changed. */
export function startSweep(worker: WorkerContext, chores: readonly Chore[]): { stop(): Promise<void> } {
  tallies.sweptAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const long: LongChores = new Map();
  const calm = createCalm();
  const unlessCalm = async (): Promise<void> => {
    const lasts = await calm.lasts();
    if (lasts) tallies.sweptAt = performance.now();
    else calm.note(await sweep(worker, chores, { mostMs: CHORE_MS, long }));
  };
  const next = (): void => {
    // A random time, or workers that were started together would ask at the same moment.
    timer = setTimeout(
      () => {
        round = unlessCalm().finally(() => {
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
      await Promise.all(long.values());
    },
  };
}

/** Chores that continue during later rounds, which skip them. */
type LongChores = Map<string, Promise<void>>;

interface RoundTimes {
  readonly mostMs: number;
  readonly long: LongChores;
  /** Milliseconds after which a round looks again for prompt chores. */
  readonly againMs?: number;
}

/** By default it waits for each chore. Resolves with whether work was found that is due, or soon will be. */
export async function sweep(
  worker: WorkerContext,
  chores: readonly Chore[],
  { mostMs, long, againMs = INTERVAL_MS }: RoundTimes = {
    mostMs: Number.POSITIVE_INFINITY,
    long: new Map(),
  },
): Promise<boolean> {
  const once = async (some: readonly Chore[], after?: () => Promise<void>): Promise<boolean> => {
    const free = some.filter(({ name }) => !long.has(name));
    const round = await askForRound(free, new Date(now().getTime() + AHEAD_MS));
    for (const work of worksOf(round, worker)) {
      if (worker.stopping.aborted) break;
      if (long.has(work.name)) continue;
      const ended = work.run().finally(() => long.delete(work.name));
      long.set(work.name, ended);
      await (mostMs === Number.POSITIVE_INFINITY
        ? ended
        : Promise.race([ended, delay(mostMs, undefined, { ref: false })]));
      await after?.();
    }
    return free.length < some.length || round.due.some(({ signs }) => signs !== undefined);
  };
  let found = true;
  let foundAgain = false;
  let asked = performance.now();
  const prompt = chores.filter((chore) => chore.prompt);
  try {
    // With 200 ms for each of 40 chores, a round of a busy worker takes 8 s.
    found = await once(chores, async () => {
      if (prompt.length === 0 || performance.now() - asked < againMs) return;
      asked = performance.now();
      foundAgain = (await once(prompt)) || foundAgain;
    });
  } catch (error) {
    if (!isOutage(error, worker.log))
      worker.log.warn({ err: error }, 'sweep failed; the next round looks for due work');
  }
  tallies.sweptAt = performance.now();
  return found || foundAgain;
}

/** The due chores of a round. None of them throws. */
function* worksOf(
  { failed, due }: Round,
  worker: WorkerContext,
): Generator<Pick<Chore, 'name'> & { run(): Promise<void> }> {
  const areAll = failed.length < KNOWN;
  setMarks(
    failed.map(({ _id }) => _id),
    areAll,
  );
  const at = now();
  const waiting = new Set(
    failed.filter(({ next_at }) => next_at === null || next_at > at).map(({ _id }) => _id),
  );
  for (const { name, run } of due) {
    const ring = counted(name, unlessWaiting(waiting, areAll, worker.ring));
    yield {
      name,
      async run() {
        try {
          await run({ ...worker, ring });
        } catch (error) {
          if (!isOutage(error, worker.log))
            worker.log.warn(
              { chore: name, err: error },
              'sweep chore failed; it is retried in the next round',
            );
        }
      },
    };
  }
}

const unlessWaiting =
  (waiting: ReadonlySet<string>, areAll: boolean, ring: Ring): Ring =>
  async (name, payload, ...how) => {
    const id = `${name} ${subjectOf(name, payload)}`;
    if (waiting.has(id) || (!areAll && (await mayTry(id)) === false)) return;
    await ring(name, payload, ...how);
  };

const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };
