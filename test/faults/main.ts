import { parseArgs } from 'node:util';
import { buildPrograms } from '../../bench/support/build.ts';
import { scenarios } from './scenarios/all.ts';
import { writeReport } from './support/report.ts';
import { runApart, runHere } from './support/runs.ts';
import type { Result, RunOptions, Scenario } from './support/scenario.ts';
import { holds, isHarmless, tableOf } from './support/table.ts';

/**
 * Breaks the service and counts: `npm run faults -- [--all | NAME…] [--short] [--seed N] [--size N] [--logs FOLDER]
 * [--report FILE]`. Without names it lists what there is. Ends with a table, and with 1 when anybody was lost, more
 * were doubled than the guarantee allows, or anything else did not hold.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    size: { type: 'string' },
    logs: { type: 'string' },
    report: { type: 'string' },
  },
});

/** Short runs mostly wait for processes to start and leases to end: three at a time are no load for two cores. */
const AT_ONCE = 3;

function chosen(): readonly Scenario[] {
  if (values.all || (values.short && positionals.length === 0)) return scenarios;
  const unknown = positionals.filter((name) => !scenarios.some((one) => one.name === name));
  if (unknown.length === 0 && positionals.length > 0) {
    return scenarios.filter((one) => positionals.includes(one.name));
  }
  if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}.`);
  console.error(
    'npm run faults -- [--all | NAME…] [--short] [--seed N] [--size N] [--logs FOLDER] [--report FILE]\n',
  );
  for (const { name, claim } of scenarios) console.error(`  ${name.padEnd(30)}${claim}`);
  return process.exit(2);
}

function report({ name, claim }: Scenario, result: Result): void {
  const { faults, recipients, lost, doubled, bound, figures, broken, seconds } = result;
  console.log(`\n${name}: ${claim}`);
  console.log(`  ${JSON.stringify({ faults, recipients, lost, doubled, bound, ...figures, seconds })}`);
  for (const line of broken) console.log(`  BROKEN: ${line}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const todo = chosen();
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : Number(values.seed);
console.log(`seed ${seed}${values.short ? ', short' : ''}`);
const build = await buildPrograms();
const options: RunOptions = {
  short: values.short,
  seed,
  build,
  ...(values.size && { size: Number(values.size) }),
  ...(values.logs && { logs: values.logs }),
};
const queue = [...todo];
const results = new Map<Scenario, Result>();
// What one leaves behind when it breaks is not the next one's.
const apart = todo.length > 1;
const lane = async (): Promise<void> => {
  for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
    const result = await (apart ? runApart(scenario, options) : runHere(scenario, options));
    results.set(scenario, result);
    report(scenario, result);
  }
};
await Promise.all(Array.from({ length: values.short ? AT_ONCE : 1 }, lane));
// Beside two others on a slow machine one may come too late; nobody who was lost or doubled is forgiven.
for (const [scenario, result] of values.short && apart ? results : []) {
  if (holds(result) || !isHarmless(result)) continue;
  console.log(`\n${scenario.name}, again and alone`);
  const again = await runApart(scenario, options);
  results.set(scenario, again);
  report(scenario, again);
}
const inOrder = todo.map((scenario) => results.get(scenario)!);
console.log(`\n${tableOf(inOrder, seed)}`);
if (values.report) writeReport(values.report, inOrder);
process.exit(inOrder.every(holds) ? 0 : 1);
