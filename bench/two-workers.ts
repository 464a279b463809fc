import { median, report } from './support/figures.ts';
import { workersCost } from './support/send-run.ts';

/**
 * The cost of a second worker: `node --import tsx bench/two-workers.ts [recipients]`. One worker and two workers send in turn,
 * each worker the same number of mails; of three turns the median counts. When the cores are too few for all processes, the
 * CPU a mail shows what the rate can't: two workers with 1.11 times the CPU send 1.8 times as much on cores of their own.
 */
const recipients = Number(process.argv[2] ?? 100_000);
const TURNS = 3;

const [one, two]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn += 1) {
  one.push(await workersCost(recipients));
  two.push(await workersCost(recipients * 2, 2));
}
report(
  { what: 'CPU of one worker', value: Math.round(median(one)), unit: 'µs a mail' },
  { what: 'CPU of two workers', value: Math.round(median(two)), unit: 'µs a mail' },
  {
    what: 'CPU of the workers a mail, two workers compared with one',
    value: Number((median(two) / median(one)).toFixed(2)),
    unit: '×',
    goal: { atMost: 1.11 },
  },
);
