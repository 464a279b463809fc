import '../support/temporary-folder.cjs';
import { randomInt } from 'node:crypto';
import { readArguments } from '../../common/config/program-options.ts';
import { writeOutcomes } from '../support/outcome-report.ts';
import { watchSlowness } from '../support/slowness.ts';
import { partOf } from './part.ts';
import { installSchemathesis, runSchemathesis } from './schemathesis.ts';
import { startWatchedService } from './service.ts';

const USAGE = `Usage: npm run fuzz -- [--cases N] [--parts N] [--seed N] [--report FILE]

Runs schemathesis with the OpenAPI document of the running API, by default 2,000 cases of all endpoints, and with --parts 3 of a third of
them, which the seed chooses. Exits with 0 when every check held and there was no logged error, no unhandled rejection, and no turn of
the event loop with more than 200 ms of CPU (at a time when the machine is slower, as much more) that comes again with the same seeds.`;

const { values } = readArguments(USAGE, {
  options: {
    cases: { type: 'string', default: '2000' },
    parts: { type: 'string', default: '1' },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
});
const cases = Number(values.cases);
const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
const part = partOf(Number(values.parts), firstSeed);
/** Milliseconds of our CPU in one turn of the loop. A longer gap with less CPU means that the machine was busy. */
const STALL_MS = 200;

/** A turn ends in the answers of what it computed: these are named with it. */
const NAMED_MS = 50;
const NAMED = 8;

interface Fuzzed {
  readonly seeds: readonly number[];
  /** Whether all held but the turns of the event loop. */
  readonly held: boolean;
  /** Turns that computed for too long, each with its requests. */
  readonly turns: readonly string[];
  readonly told: string;
}

/** Fuzzes a new service: with the given seeds, or from the first one on until enough cases were answered. */
async function fuzz(first: number, exactly?: readonly number[]): Promise<Fuzzed> {
  const service = await startWatchedService();
  const speed = watchSlowness();
  const total = (): number => [...service.answered.values()].reduce((sum, count) => sum + count, 0);
  const seeds: number[] = [];
  let checked = true;
  try {
    do {
      const seed = first + seeds.length;
      seeds.push(seed);
      // schemathesis leaves out repetitions, so another round makes up for them.
      const examples = Math.max(1, Math.ceil((cases - total()) / part.operations));
      checked &&= await runSchemathesis({ ...service, paths: part.paths, examples, seed });
    } while (checked && (exactly ? seeds.length < exactly.length : total() < cases));
  } finally {
    speed.stop();
  }
  const { watched, code } = await service.stop();
  const { stalls, unhandled, delay, peakMb } = watched;
  const own = stalls.filter((stall) => stall.own > STALL_MS * speed.around(stall.at));
  const statuses = [...service.answered].sort(([a], [b]) => a - b);
  const faults = statuses.filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
  const turns = own.map((stall) => {
    const near = service.requests.filter(({ at }) => at > stall.at - stall.gap && at < stall.at + NAMED_MS);
    const names = near.slice(-NAMED).map(({ asked }) => asked);
    return `a turn computed for ${stall.own} ms (gap ${stall.gap} ms, machine ${speed.around(stall.at).toFixed(1)} times as slow): ${names.join(', ')}`;
  });
  return {
    seeds,
    held: checked && faults + service.errors.length + unhandled.length === 0 && code === 0,
    turns,
    told: [
      `requests answered: ${total()} (seeds ${seeds.join(', ')})`,
      `by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
      `checks of schemathesis: ${checked ? 'all held' : 'FAILED'}`,
      `5xx: ${faults} · log lines of level error: ${service.errors.length} · unhandled rejections: ${unhandled.length}`,
      `event loop: p99 ${delay.p99.toFixed(1)} ms, longest ${delay.max.toFixed(1)} ms · gaps over ${STALL_MS} ms: ${stalls.length}, ` +
        `the busiest with ${Math.max(0, ...stalls.map((stall) => stall.own))} ms of CPU`,
      `resident at most: ${Math.round(peakMb)} MB · ended with ${code}`,
      ...turns,
      ...service.errors.slice(0, 20),
      ...unhandled.slice(0, 20),
    ].join('\n'),
  };
}

installSchemathesis();
console.log(`seed ${firstSeed}, ${part.operations} operations: ${part.paths.source}`);
const fuzzed = await fuzz(firstSeed);
console.log(fuzzed.told);
let { held } = fuzzed;
const told = [fuzzed.told];
if (held && fuzzed.turns.length > 0) {
  // The same seeds ask the same questions, so what a request causes comes again; what the machine did at that moment does not.
  const again = await fuzz(fuzzed.seeds[0]!, fuzzed.seeds);
  told.push(`once more:\n${again.told}`);
  console.log(told.at(-1));
  held = again.held && again.turns.length === 0;
}
if (values.report)
  writeOutcomes(values.report, 1, held ? [] : [{ fullTitle: 'fuzz', err: { message: told.join('\n') } }]);
process.exitCode = held ? 0 : 1;
