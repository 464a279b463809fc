import '../support/temporary-folder.cjs';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPrograms } from '../../bench/support/build.ts';
import { readArguments, refuseArguments } from '../../common/config/program-options.ts';
import { scenarios } from './scenarios/all.ts';
import { type Job, runAll } from './support/lanes.ts';
import { partOf } from './support/parts.ts';
import { writeReport } from './support/report.ts';
import type { Result, Scenario } from './support/scenario.ts';
import { holds, tableOf } from './support/table.ts';

const USAGE = `Usage: npm run faults -- [--all | NAME…] [--short] [--shared | --alone] [--parts N] [--seed N[,N…]] [--size N] [--logs FOLDER]
       [--report FILE]

Breaks the service and counts mails. With --parts 3 it plays a third of the scenarios, and of the attacks of neighbours, which the first
seed chooses. --shared: only those that may share the machine; --alone: only the others. It ends with a table for each seed, and with
code 1 when a recipient was lost, more mails were doubled than the guarantee allows, or another check failed.

${scenarios.map(({ name, claim }) => `  ${name.padEnd(30)}${claim}`).join('\n')}`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    parts: { type: 'string', default: '1' },
    seed: { type: 'string' },
    size: { type: 'string' },
    logs: { type: 'string' },
    report: { type: 'string' },
  },
});

function chosen(): readonly Scenario[] {
  if (values.all || (values.short && positionals.length === 0)) {
    const form = values.short ? 'short' : 'full';
    return scenarios.filter((one) => one.form === undefined || one.form === form);
  }
  const unknown = positionals.filter((name) => !scenarios.some((one) => one.name === name));
  if (unknown.length > 0) refuseArguments(`There is no ${unknown.join(', ')}`);
  if (positionals.length === 0) refuseArguments('Name scenarios, or write --all or --short');
  return scenarios.filter((one) => positionals.includes(one.name));
}

/** Seeds, parts or a size: integers from 1 on. */
function whole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  return refuseArguments(`"${text}" is no whole number from 1 on`);
}

/** Each scenario has its own folder, because they run in parallel. */
function logsOf({ name }: Scenario, seed: number): { readonly logs?: string } {
  if (values.logs === undefined) return {};
  const logs = join(values.logs, `${name}-${seed}`);
  mkdirSync(logs, { recursive: true });
  return { logs };
}

function report({ scenario: { name, claim }, options: { seed } }: Job, result: Result): void {
  const { faults, recipients, lost, doubled, bound, figures, broken, table, seconds, notRun } = result;
  console.log(`\n${name}: ${claim}`);
  if (notRun) return console.log(`  not run: ${notRun}`);
  console.log(`  ${JSON.stringify({ seed, faults, recipients, lost, doubled, bound, ...figures, seconds })}`);
  if (table) console.log(`\n${table}\n`);
  for (const line of broken) console.log(`  BROKEN: ${line}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { short, size, seed: chance = String(1 + Math.floor(Math.random() * 1e6)) } = values;
const seeds = chance.split(',').map(whole);
const parts = whole(values.parts);
const isPlayed = ({ parallel }: Scenario): boolean => (parallel === 'never' ? !values.shared : !values.alone);
const part = { at: seeds[0]! % parts, of: parts };
const played = chosen().filter(isPlayed);
const ofPart = partOf(
  played.filter(({ hasParts }) => !hasParts),
  part,
);
const todo = played.filter((one) => one.hasParts || ofPart.includes(one));
const sized = size === undefined ? {} : { size: whole(size) };
console.log(`seed ${seeds.join(', ')}${short ? ', short' : ''}`);
const build = await buildPrograms();
const jobs = seeds.flatMap((seed) =>
  todo.map((scenario) => ({
    scenario,
    options: { short, seed, part, build, ...sized, ...logsOf(scenario, seed) },
  })),
);
const began = performance.now();
const results = await runAll(jobs, short, report);
for (const [at, seed] of seeds.entries()) {
  console.log(`\nseed ${seed}\n\n${tableOf(results.slice(at * todo.length, (at + 1) * todo.length))}`);
}
console.log(`\n${Math.round((performance.now() - began) / 1000)} s`);
if (values.report) writeReport(values.report, results);
process.exit(results.every(holds) ? 0 : 1);
