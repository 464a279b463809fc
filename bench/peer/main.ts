import { readArguments, refuseArguments } from '../../common/config/program-options.ts';
import { buildPrograms } from '../support/build.ts';
import { median } from '../support/figures.ts';
import { machine } from '../support/results.ts';
import { startListmonk } from './listmonk.ts';
import { type Measure, worksOf } from './measures.ts';
import { startOurs } from './ours.ts';
import type { Product } from './product.ts';

const USAGE = `Usage: LISTMONK=/path/to/listmonk node --import ./local/typescript.mjs bench/peer/main.ts [NAME…] [--turns N]
       [--recipients N] [--contacts N] [--rows N]

Measures this service and a running listmonk, by turns, and prints the table of docs/comparison.md. LISTMONK_SOURCES names the folder of
its sources where the program was built without them, PG_BIN the folder of PostgreSQL's programs.`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '3' },
    recipients: { type: 'string', default: '100000' },
    contacts: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
  },
});
const { LISTMONK: binary, LISTMONK_SOURCES: sources } = process.env;
const works = worksOf({
  recipients: Number(values.recipients),
  contacts: Number(values.contacts),
  rows: Number(values.rows),
});
const names = positionals.length > 0 ? positionals : Object.keys(works);
const unknown = names.filter((name) => !Object.hasOwn(works, name));
if (!binary || unknown.length > 0)
  refuseArguments(`LISTMONK names its program; there are: ${Object.keys(works).join(', ')}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

process.env['BUILD'] = await buildPrograms();
const products: Product[] = [];
try {
  products.push(await startOurs());
  products.push(await startListmonk(binary, sources));
  console.log(`${machine()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log(`| work | ${products.map(({ name }) => name).join(' | ')} | ratio |\n|---|---|---|---|`);
  for (const name of names) await measure(name);
} finally {
  for (const product of products) await product.stop();
}

/** Lets the products do a work by turns, so that a change of the machine's speed meets both, and prints its rows. */
async function measure(name: string): Promise<void> {
  const work = works[name]!;
  for (const product of products) await work.prepare?.(product);
  const turns: number[][][] = [];
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    const pair: number[][] = [];
    for (const product of products) pair.push(await work.run(product, turn));
    turns.push(pair);
  }
  work.figures.forEach((figure, at) =>
    console.log(
      rowOf(
        figure,
        products.map((_, index) => turns.map((pair) => pair[index]![at]!)),
      ),
    ),
  );
}

/** Medians with the lowest and highest values, and the median of the pairs' ratios: above 1 we are ahead. */
function rowOf({ what, unit, more }: Measure, [ours, theirs]: readonly number[][]): string {
  const shown = (all: readonly number[]) => {
    const [lowest, highest] = [Math.min(...all), Math.max(...all)];
    return lowest === highest ? `**${lowest}**` : `**${median(all)}** (${lowest}–${highest})`;
  };
  const row = `| ${what} (${unit}) | ${shown(ours!)} | ${shown(theirs!)} |`;
  if (more === null) return `${row} |`;
  const ratios = ours!.map((value, turn) => (more ? value / theirs![turn]! : theirs![turn]! / value));
  return `${row} ${median(ratios).toFixed(2)} |`;
}
