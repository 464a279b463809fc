import { parseArgs } from 'node:util';
import { scenarios } from './scenarios/all.ts';
import type { RunOptions, Scenario, Tally } from './support/scenario.ts';
import { tableOf } from './support/table.ts';

/**
 * Breaks the service and counts: `npm run faults -- [--all | NAME…] [--short] [--seed N] [--size N] [--logs FOLDER]`.
 * Without names it lists what there is. Ends with a table, and with 1 when anybody was lost, more were doubled than
 * the guarantee allows, or anything else did not hold.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    size: { type: 'string' },
    logs: { type: 'string' },
  },
});

export interface Result extends Tally {
  readonly name: string;
  readonly seconds: number;
}

function chosen(): readonly Scenario[] {
  if (values.all || (values.short && positionals.length === 0)) return scenarios;
  const unknown = positionals.filter((name) => !scenarios.some((one) => one.name === name));
  if (unknown.length === 0 && positionals.length > 0) {
    return scenarios.filter((one) => positionals.includes(one.name));
  }
  if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}.`);
  console.error('npm run faults -- [--all | NAME…] [--short] [--seed N] [--size N] [--logs FOLDER]\n');
  for (const { name, claim } of scenarios) console.error(`  ${name.padEnd(24)}${claim}`);
  process.exit(2);
}

async function runOne({ name, claim, run }: Scenario, options: RunOptions): Promise<Result> {
  console.log(`\n${name}: ${claim}`);
  const began = performance.now();
  const tally = await run(options).catch((error: unknown): Tally => {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { faults: '', recipients: 0, lost: 0, doubled: 0, bound: 0, broken, figures: {} };
  });
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const { faults, recipients, lost, doubled, bound, figures, broken } = tally;
  console.log(`  ${JSON.stringify({ faults, recipients, lost, doubled, bound, ...figures, seconds })}`);
  for (const line of broken) console.log(`  BROKEN: ${line}`);
  return { ...tally, name, seconds };
}

const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : Number(values.seed);
const todo = chosen();
console.log(`seed ${seed}${values.short ? ', short' : ''}`);
const results: Result[] = [];
for (const scenario of todo) {
  const options: RunOptions = {
    short: values.short,
    seed,
    ...(values.size && { size: Number(values.size) }),
    ...(values.logs && { logs: values.logs }),
  };
  results.push(await runOne(scenario, options));
}
console.log(`\n${tableOf(results, seed)}`);
const held = results.every(
  ({ lost, doubled, bound, broken }) => lost === 0 && doubled <= bound && broken.length === 0,
);
process.exit(held ? 0 : 1);
