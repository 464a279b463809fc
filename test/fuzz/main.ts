/**
 * Runs schemathesis with the OpenAPI document of the running API: `npm run fuzz -- [--cases N] [--seed N] [--report FILE]`,
 * by default 2,000 cases. Exits with 0 when every check held and there was no logged error, no unhandled rejection, and no
 * turn of the event loop with more than 200 ms of CPU (on a slower machine as much more as it is slower).
 */
import '../support/temporary-folder.cjs';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { contract, type Row } from '../../api/contract.ts';
import { writeOutcomes } from '../support/outcome-report.ts';
import { slowness } from '../support/slowness.ts';
import { installSchemathesis, runSchemathesis } from './schemathesis.ts';
import { startWatchedService } from './service.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
});
const cases = Number(values.cases);
const operations = Object.values<Row>(contract).flatMap(({ methods }) => methods).length;
/** Milliseconds of our CPU in one turn of the loop. A longer gap with less CPU means that the machine was busy. */
const STALL_MS = 200;

installSchemathesis();
const service = await startWatchedService();
const total = (): number => [...service.answered.values()].reduce((sum, count) => sum + count, 0);
let held = true;
let seed = Number(values.seed ?? randomInt(2 ** 31));
const seeds: number[] = [];
try {
  do {
    seeds.push(seed);
    // schemathesis leaves out repetitions, so another round makes up for them.
    const examples = Math.max(1, Math.ceil((cases - total()) / operations));
    held &&= await runSchemathesis({ ...service, examples, seed });
    seed += 1;
  } while (held && total() < cases);
} finally {
  const { watched, code } = await service.stop();
  const { stalls, unhandled, delay, peakMb } = watched;
  const limit = STALL_MS * slowness();
  const own = stalls.filter((stall) => stall.own > limit);
  const busiest = Math.max(0, ...stalls.map((stall) => stall.own));
  const statuses = [...service.answered].sort(([a], [b]) => a - b);
  const faults = statuses.filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
  const milliseconds = (gaps: typeof stalls) => gaps.map(({ gap }) => `${Math.round(gap)} ms`).join(', ');
  const told = [
    `requests answered: ${total()} (seeds ${seeds.join(', ')})`,
    `by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
    `checks of schemathesis: ${held ? 'all held' : 'FAILED'}`,
    `5xx: ${faults} · log lines of level error: ${service.errors.length} · unhandled rejections: ${unhandled.length}`,
    `event loop: p99 ${delay.p99.toFixed(1)} ms, longest ${delay.max.toFixed(1)} ms · stalls over ${Math.round(limit)} ms of our own: ` +
      `${own.length}${own.length > 0 ? ` (${milliseconds(own)})` : ''}, of the machine: ${stalls.length - own.length} ` +
      `(at most ${Math.round(busiest)} ms of CPU in one)`,
    `resident at most: ${Math.round(peakMb)} MB · ended with ${code}`,
    ...service.errors.slice(0, 20),
    ...unhandled.slice(0, 20),
  ].join('\n');
  console.log(told);
  const clean = held && faults + service.errors.length + unhandled.length + own.length === 0 && code === 0;
  if (values.report)
    writeOutcomes(values.report, 1, clean ? [] : [{ fullTitle: 'fuzz', err: { message: told } }]);
  process.exitCode = clean ? 0 : 1;
}
