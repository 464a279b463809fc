import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median, report } from './support/figures.ts';

/**
 * The cost of a second worker: `node --import tsx bench/two-workers.ts [recipients]`. One worker and two workers send in turn,
 * each worker the same number of mails; of three turns the median counts. When the cores are too few for all processes, the
 * CPU a mail shows what the rate can't: two workers with 1.11 times the CPU send 1.8 times as much on cores of their own.
 */
const recipients = Number(process.argv[2] ?? 100_000);
const TURNS = 3;

/** CPU of the workers in one send, in microseconds a mail. */
async function cpuOf(workers: number): Promise<number> {
  const program = new URL('./send.ts', import.meta.url).pathname;
  const args = ['--import', './local/typescript.mjs', program, String(recipients * workers), String(workers)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number((JSON.parse(stdout.split('\n', 1)[0]!) as { worker_us: string }).worker_us);
}

const [one, two]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn += 1) {
  one.push(await cpuOf(1));
  two.push(await cpuOf(2));
}
report(
  { what: 'CPU of one worker', value: Math.round(median(one)), unit: 'µs a mail' },
  { what: 'CPU of two workers', value: Math.round(median(two)), unit: 'µs a mail' },
  {
    what: 'CPU of the workers a mail, two workers beside one',
    value: Number((median(two) / median(one)).toFixed(2)),
    unit: '×',
    goal: { atMost: 1.11 },
  },
);
