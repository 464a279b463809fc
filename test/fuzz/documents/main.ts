import '../../support/temporary-folder.cjs';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readArguments } from '../../../common/config/program-options.ts';
import { writeOutcomes } from '../../support/outcome-report.ts';
import { anyCase, type Case, caseAt, parametersOf } from './cases.ts';
import { playAll } from './play.ts';
import { startFuzzedService } from './service.ts';

const USAGE = `Usage: npm run fuzz:documents -- [--cases N] [--seed N] [--from N] [--kinds A,B] [--report FILE]

Sends documents of all kinds through the real service, by default 2,000 cases. Exits with 0 when there was no 5xx answer, no unhandled
rejection, no turn of an event loop with more than 100 ms of CPU (on a slower machine as much more as it is slower), no job that failed
three times and no dead process, when every send and import ended in a state that its owner can read, and when contacts have the letters
of their files. A case that breaks this is shrunk and written to a file; --seed N --from AT --cases 1 repeats it.`;

const { values } = readArguments(USAGE, {
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    kinds: { type: 'string', default: '' },
    report: { type: 'string' },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const from = Number(values.from);
const to = from + Number(values.cases);
/** Cases that run at the same time. */
const BATCH = 40;
/** Number of cases before measuring: programs compile the code that they run often, which is not caused by a document. */
const WARM = 80;
const SHRINK_MS = 60_000;
/** Number of findings after which it ends. */
const ENOUGH = 5;
const TOLD_EVERY = 400;

console.log(`seed ${seed}, cases ${from} to ${to - 1}`);
const service = await startFuzzedService();
const findings: string[] = [];
const unrepeated: string[] = [];

/** A case and its position. */
interface Placed {
  readonly place: number;
  readonly given: Case;
}

const givenOf = ({ given }: Placed): Case => given;

/** Finds the single case of a batch that causes the problems, shrinks it, and writes it to a file. */
async function pursue(batch: readonly Placed[], problems: readonly string[]): Promise<void> {
  for (const { place, given } of batch) {
    const again = await playAll(service, [given]);
    if (again.length === 0) continue;
    const { counterexample } = await fc.check(
      fc.asyncProperty(anyCase, async (smaller) => (await playAll(service, [smaller])).length === 0),
      { ...parametersOf(seed, place), interruptAfterTimeLimit: SHRINK_MS, markInterruptAsFailure: false },
    );
    const smallest = counterexample?.[0] ?? given;
    const file = join(tmpdir(), `document-${seed}-${place}.json`);
    writeFileSync(file, JSON.stringify(smallest, null, 2));
    findings.push(
      `case ${place} (${given.kind}): ${again.join('; ')}\n  ${file}: ${JSON.stringify(smallest).slice(0, 500)}`,
    );
    console.log(findings.at(-1));
    return;
  }
  // No single case causes it: perhaps all of them together, or the machine at that moment.
  const again = await playAll(service, batch.map(givenOf));
  const told = `cases ${batch[0]!.place} to ${batch.at(-1)!.place}: ${problems.join('; ')}`;
  if (again.length > 0 || problems.some((problem) => !/a turn computed/.test(problem))) {
    findings.push(`${told}${again.length > 0 ? `; and again: ${again.join('; ')}` : ''}`);
    console.log(findings.at(-1));
  } else {
    unrepeated.push(told);
  }
}

const wanted = values.kinds === '' ? null : values.kinds.split(',');
const batchAt = (first: number, count: number, of = seed): readonly Placed[] =>
  Array.from({ length: count }, (_, at) => ({ place: first + at, given: caseAt(of, first + at) })).filter(
    ({ given }) => wanted === null || wanted.includes(given.kind),
  );

const began = performance.now();
const kinds = new Map<string, number>();
try {
  await playAll(service, batchAt(0, WARM, seed + 1).map(givenOf));
  for (let first = from; first < to && findings.length < ENOUGH; first += BATCH) {
    const batch = batchAt(first, Math.min(BATCH, to - first));
    for (const { given } of batch) kinds.set(given.kind, (kinds.get(given.kind) ?? 0) + 1);
    const problems = await playAll(service, batch.map(givenOf));
    if (problems.length > 0) await pursue(batch, problems);
    const done = Math.min(first + BATCH, to) - from;
    if (done % TOLD_EVERY < BATCH) {
      const seconds = (performance.now() - began) / 1000;
      const left = Math.round(((to - from - done) * seconds) / done);
      console.log(`${done} cases in ${Math.round(seconds)} s, ${left} s left`);
    }
  }
} finally {
  await service.stop();
}
console.log(
  [
    `played: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')} (seed ${seed}) in ${Math.round((performance.now() - began) / 1000)} s`,
    `long turns that no document repeated: ${unrepeated.length}${unrepeated.map((line) => `\n  ${line}`).join('')}`,
    `findings: ${findings.length}${findings.map((line) => `\n${line}`).join('')}`,
  ].join('\n'),
);
if (values.report) {
  const failures = findings.map((message) => ({ fullTitle: 'fuzz:documents', err: { message } }));
  writeOutcomes(values.report, Math.max(1, findings.length), failures);
}
process.exit(findings.length === 0 ? 0 : 1);
