import { runApart, runHere } from './runs.ts';
import type { Result, RunOptions, Scenario } from './scenario.ts';
import { holds, isHarmless } from './table.ts';

/** A scenario and its options. */
export interface Job {
  readonly scenario: Scenario;
  readonly options: RunOptions;
}

/** Reports the result of a job as soon as it is known. */
type Told = (job: Job, result: Result) => void;

/**
 * Jobs that run in parallel. Short runs mostly wait for processes and leases: with three of them, two cores were idle for 44 %
 * of the time. Neither are three of those that last long a load.
 */
const AT_ONCE = { short: 4, full: 2, itself: 3 };

/**
 * Runs jobs in parallel, in their order. In full runs, those that measure run first and alone. Several jobs run in separate
 * processes, so that a broken one does not disturb the next. Returns the results in the order of the jobs.
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
    const isApart = ({ scenario }: Job): boolean => scenario.parallel === 'never';
    const together = jobs.filter((job) => !isApart(job));
    const isLong = ({ scenario }: Job): boolean => scenario.isLong === true;
    await inLanes([...together.filter(isLong), ...together.filter((job) => !isLong(job))], AT_ONCE.short);
    await inLanes(jobs.filter(isApart), 1);
  } else {
    const placed = (parallel: Scenario['parallel']) =>
      jobs.filter(({ scenario }) => scenario.parallel === parallel);
    await inLanes([...placed('none'), ...placed('never')], 1);
    await inLanes(placed('itself'), AT_ONCE.itself);
    await inLanes(placed(undefined), AT_ONCE.full);
  }
  // On a slow machine, a time limit may fail because of the parallel jobs, so that job is repeated alone. A lost recipient
  // or a doubled mail is never excused.
  for (const [job, result] of short && jobs.length > 1 ? results : []) {
    if (holds(result) || !isHarmless(result)) continue;
    console.log(`\n${job.scenario.name}, again and alone`);
    await one(job);
  }
  return jobs.map((job) => results.get(job)!);
}
