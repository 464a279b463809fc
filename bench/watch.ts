import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { database } from '../common/store/connection.ts';
import { cycling, fileOf, sendTo } from './peer/measures.ts';
import { startOurs } from './peer/ours.ts';
import { report } from './support/figures.ts';
import { type Load, rateOf } from './support/load.ts';

/**
 * Whether a mail, an imported row, a click or a page has become dearer: CPU of all processes for one, compared with a step of a fixed loop of
 * the bare driver in the same round. Fails where one costs more than `WORSE` times its value in `watch-values.json` in each of three rounds.
 * A value is changed by hand alone, and the commit says why.
 */
const ROUNDS = 3;
const WORSE = 1.4;
const VALUES = JSON.parse(readFileSync(new URL('./watch-values.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, number>
>;

const [RECIPIENTS, ROWS, LOAD_MS, CLIENTS] = [2000, 5000, 1000, 16];
/** The loop, which never changes: the values are in its unit. A step is a write by a majority's journal and a read by id. */
const [STEPS, LANES] = [1000, 16];
const TEXT = 'x'.repeat(200);
/** Milliseconds in which answered openings and clicks are written. */
const WRITTEN_MS = 500;

const product = await startOurs();
let files = 0;
/** Each does so much of a work, and resolves with how many it did. */
const WORKS: Readonly<Record<string, (share: number) => Promise<number>>> = {
  async mail() {
    await sendTo(product, RECIPIENTS);
    return RECIPIENTS;
  },
  async row(share) {
    files += 1;
    await product.import(fileOf(product, ROWS * share, files, 'Street'), 'watched');
    return ROWS * share;
  },
  async click(share) {
    const done = await answered(cycling(await product.tracked('click', RECIPIENTS)), share);
    await pause(WRITTEN_MS);
    return done;
  },
  page: async (share) => answered(await product.page('first'), share),
};

try {
  await product.fill(RECIPIENTS);
  // First all of it for the compiler.
  for (const work of Object.values(WORKS)) await work(0.5);
  await costOf(loop);
  let dear = Object.keys(WORKS);
  for (let round = 1; round <= ROUNDS && dear.length > 0; round += 1) {
    const ratios = await measure(dear);
    dear = dear.filter((name) => ratios[name]! > WORSE * VALUES[name]!);
  }
  if (dear.length > 0) {
    console.error(
      `Dearer by more than ${Math.round(100 * WORSE - 100)} % in ${ROUNDS} rounds: ${dear.join(', ')}.`,
    );
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}

/** The cost of each work as a multiple of a step before and after them. */
async function measure(names: readonly string[]): Promise<Record<string, number>> {
  const before = await costOf(loop);
  const costs: [string, number][] = [];
  for (const name of names) costs.push([name, await costOf(() => WORKS[name]!(1))]);
  const step = (before + (await costOf(loop))) / 2;
  for (const [name, cost] of costs)
    report({
      what: `a ${name}, ${Math.round(cost)} µs of CPU, compared with a step of the loop; kept: ${VALUES[name]}`,
      value: Number((cost / step).toFixed(3)),
      unit: '×',
      goal: { atMost: Number((WORSE * VALUES[name]!).toFixed(3)) },
    });
  return Object.fromEntries(costs.map(([name, cost]) => [name, cost / step]));
}

/** Microseconds of CPU for one; for the loop with those of this process, which does it. */
async function costOf(work: () => Promise<number>): Promise<number> {
  const [before, own] = [product.cpu(), process.cpuUsage()];
  const done = await work();
  const { user, system } = process.cpuUsage(own);
  return (product.cpu() - before + (work === loop ? user + system : 0)) / done;
}

async function loop(): Promise<number> {
  const bare = database().collection<{ _id: number; text: string }>('watch');
  await bare.deleteMany({});
  const lane = async (first: number): Promise<void> => {
    for (let _id = first; _id < STEPS; _id += LANES) {
      await bare.insertOne({ _id, text: TEXT });
      await bare.findOne({ _id });
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  return STEPS;
}

async function answered(load: Load, share: number): Promise<number> {
  let count = 0;
  await rateOf({ ...load, took: () => void (count += 1) }, CLIENTS, LOAD_MS * share);
  return count;
}
