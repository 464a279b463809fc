import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Scenario, Tally } from '../support/scenario.ts';

interface Report {
  readonly stats: { readonly tests: number; readonly passes: number; readonly failures: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message: string } }[];
}

const FILE = 'test/store/contract/bodies-long-lists.test.ts';

/** The tests of the contract know each encoding and number of ids; this is their row in the table. */
async function run(): Promise<Tally> {
  const mocha = ['node_modules/mocha/bin/mocha.js', '--no-parallel', '--reporter', 'json', FILE];
  const child = spawn(process.execPath, mocha, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = await text(child.stdout);
  await ended;
  const { stats, failures } = JSON.parse(said.slice(said.indexOf('{'))) as Report;
  return {
    faults: `${stats.tests} lists`,
    recipients: stats.tests,
    lost: stats.failures,
    doubled: 0,
    bound: 0,
    broken: failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.message}`).slice(0, 5),
    figures: { passed: stats.passes },
  };
}

export const bulkIds: Scenario = {
  name: 'bulk-ids',
  // CI runs these tests anyway.
  form: 'full',
  claim: '1 to 10,001 ids in every encoding: all deleted, or refused whole (lost: lists of which a part was)',
  run,
};
