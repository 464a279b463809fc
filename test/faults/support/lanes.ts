import { runApart, runHere } from './runs.ts';
import type { Result, RunOptions, Scenario } from './scenario.ts';
import { holds, isHarmless } from './table.ts';

/** A scenario, and how it is run. */
export interface Job {
  readonly scenario: Scenario;
  readonly options: RunOptions;
}

/** What becomes of a job is told as soon as it is known. */
type Told = (job: Job, result: Result) => void;

/** Short runs mostly wait for processes to start and leases to end: three are no load for two cores. Nor are three that last. */
const AT_ONCE = { short: 3, full: 2, itself: 3 };

/**
 * Runs jobs side by side, in their order; in full, first those that measure, apart from the rest. Several run each in a
 * process of its own: what one leaves behind when it breaks is not the next one's. Answers in the order of the jobs.
 */
export async function runAll(jobs: readonly Job[], short: boolean, told: Told): Promise<readonly Result[]> {
  const alone = jobs.length === 1 && jobs[0]!.scenario.needs === undefined;
  const run = alone ? runHere : runApart;
  const results = new Map<Job, Result>();
  const one = async (job: Job): Promise<void> => {
    const result = await run(job.scenario, job.options);
    results.set(job, result);
    told(job, result);
  };
  const inLanes = async (todo: readonly Job[], lanes: number): Promise<void> => {
    const queue = [...todo];
    const lane = async (): Promise<void> => {
      for (let job = queue.shift(); job; job = queue.shift()) await one(job);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  if (short) {
    const isApart = ({ scenario }: Job): boolean => scenario.beside === 'never';
    await inLanes(
      jobs.filter((job) => !isApart(job)),
      AT_ONCE.short,
    );
    await inLanes(jobs.filter(isApart), 1);
  } else {
    const placed = (beside: Scenario['beside']) => jobs.filter(({ scenario }) => scenario.beside === beside);
    await inLanes([...placed('none'), ...placed('never')], 1);
    await inLanes(placed('itself'), AT_ONCE.itself);
    await inLanes(placed(undefined), AT_ONCE.full);
  }
  // Beside two others on a slow machine one may come too late; nobody who was lost or doubled is forgiven.
  for (const [job, result] of short && jobs.length > 1 ? results : []) {
    if (holds(result) || !isHarmless(result)) continue;
    console.log(`\n${job.scenario.name}, again and alone`);
    await one(job);
  }
  return jobs.map((job) => results.get(job)!);
}
