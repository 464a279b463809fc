import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { noNamespaces } from './network.ts';
import { noRelease } from './release.ts';
import type { Result, RunOptions, Scenario, Tally } from './scenario.ts';

const NOTHING: Tally = {
  faults: '',
  recipients: 0,
  lost: 0,
  doubled: 0,
  bound: 0,
  broken: [],
  figures: {},
};

const brokenBy = (what: string): Tally => ({ ...NOTHING, broken: [what] });

/** Runs a scenario in this process. A scenario that throws is broken. */
export async function runHere({ name, run }: Scenario, options: RunOptions): Promise<Result> {
  const began = performance.now();
  const tally = await run(options).catch((error: unknown) =>
    brokenBy(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  // A scenario may return more properties than these.
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

/** How a process with its own network and mounts is started. */
const OWN_NAMESPACES = { execPath: 'unshare', execArgv: ['--net', '--mount', process.execPath] };

/**
 * Runs a scenario in its own process with its own stores, and in namespaces if it needs them. A process that ends without a
 * result counts as broken. The result of a scenario that this machine can't run names the reason.
 */
export async function runApart(scenario: Scenario, options: RunOptions): Promise<Result> {
  const { needs } = scenario;
  const apart = needs === 'namespaces';
  const missing = apart ? noNamespaces() : needs ? noRelease(needs) : null;
  if (missing !== null) return { name: scenario.name, seconds: 0, ...NOTHING, notRun: missing };
  const begin = apart ? OWN_NAMESPACES : { execPath: process.execPath, execArgv: [] };
  const child = fork(
    fileURLToPath(new URL('./run-one.ts', import.meta.url)),
    [scenario.name, JSON.stringify(options)],
    { ...begin, execArgv: [...begin.execArgv, '--import', './local/typescript.mjs'] },
  );
  const ended = once(child, 'exit').then(([code, signal]): [Result] => [
    { name: scenario.name, seconds: 0, ...brokenBy(`its process ended with ${code ?? signal}`) },
  ]);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result];
  return result;
}
