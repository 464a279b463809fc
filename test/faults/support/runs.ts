import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Result, RunOptions, Scenario, Tally } from './scenario.ts';

const brokenBy = (what: string): Tally => ({
  faults: '',
  recipients: 0,
  lost: 0,
  doubled: 0,
  bound: 0,
  broken: [what],
  figures: {},
});

/** Runs a scenario in this process; one that throws is broken. */
export async function runHere({ name, run }: Scenario, options: RunOptions): Promise<Result> {
  const began = performance.now();
  const tally = await run(options).catch((error: unknown) =>
    brokenBy(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  // A scenario answers more than is asked of it.
  const { faults, recipients, lost, doubled, bound, broken, figures, table } = tally;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return {
    name,
    seconds,
    faults,
    recipients,
    lost,
    doubled,
    bound,
    broken,
    figures,
    ...(table && { table }),
  };
}

/** Runs a scenario in a process of its own, with stores of its own; one that ends without a result is broken. */
export async function runApart(scenario: Scenario, options: RunOptions): Promise<Result> {
  const child = fork(
    fileURLToPath(new URL('./run-one.ts', import.meta.url)),
    [scenario.name, JSON.stringify(options)],
    { execArgv: ['--import', './local/tsx.mjs'] },
  );
  const ended = once(child, 'exit').then(([code, signal]): [Result] => [
    { name: scenario.name, seconds: 0, ...brokenBy(`its process ended with ${code ?? signal}`) },
  ]);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result];
  return result;
}
