import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readArguments, refuseArguments } from '../common/config/program-options.ts';
import { PROGRAMS } from './programs.ts';
import { buildPrograms } from './support/build.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { commitOfNow, keepResults, type Measured, machine } from './support/results.ts';

const USAGE = `Usage: npm run bench -- NAME… [--runs N] [--write]
       npm run bench -- --all [--runs N]

Runs programs of bench/, one at a time, because they need the whole machine.

  --all      all programs but those that take an hour, three times, and writes RESULTS.md
  --runs N   runs of each program
  --write    writes RESULTS.md for the named programs

Programs:
${Object.keys(PROGRAMS)
  .map((name) => `  ${name}`)
  .join('\n')}`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    runs: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const names = values.all ? Object.keys(PROGRAMS).filter((name) => !PROGRAMS[name]!.long) : positionals;
const unknown = names.filter((name) => !Object.hasOwn(PROGRAMS, name));
if (unknown.length > 0) refuseArguments(`No such program: ${unknown.join(', ')}`);
if (names.length === 0) refuseArguments('Name programs, or write --all');
const runs = Number(values.runs ?? (values.all ? 3 : 1));

// The built programs are measured, as they are deployed. The build's folder is removed however this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
// Before the build, during which the tree may change.
const commit = commitOfNow();
const build = await buildPrograms();
const measured: Measured[] = [];
let failed = false;
for (const name of names) {
  const on = new Date().toISOString().slice(0, 10);
  const results = { name, on, machine: machine(), ...(commit && { commit }), runs: [] as Figure[][] };
  for (let run = 1; run <= runs; run += 1) {
    console.log(`== ${name}, run ${run} of ${runs}`);
    const figures = await runOnce(name);
    if (figures) results.runs.push(figures);
    else failed = true;
  }
  measured.push(results);
  if (values.all || values.write) keepResults(measured);
}
if (failed) process.exitCode = 1;

/** The figures of one run; null if the program found that its work was not done. */
async function runOnce(name: string) {
  const { file, args } = PROGRAMS[name]!;
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', './local/typescript.mjs', path, ...args], {
    env: { ...process.env, BUILD: build },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const figures: Figure[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const figure = figureOf(line);
    if (!figure) {
      console.log(line);
      continue;
    }
    figures.push(figure);
    // As it comes: some programs run for an hour.
    console.log(`${figure.what}: ${figure.value} ${figure.unit}`);
  }
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode === 0 ? figures : null;
}
