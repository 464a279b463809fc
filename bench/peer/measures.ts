import { setTimeout as pause } from 'node:timers/promises';
import { mailsArrived } from '../support/arrivals.ts';
import { within } from '../support/figures.ts';
import { type Load, rateOf } from '../support/load.ts';
import type { Person, Product, Tracked } from './product.ts';
import { pollUntil } from './until.ts';

/** A figure of both products. */
export interface Measure {
  readonly what: string;
  readonly unit: string;
  /** Whether more of it is better; null where it is shown only to see that both do the same work. */
  readonly more: boolean | null;
}

/** Measures a product once. The values have the order of the figures. */
export interface Work {
  readonly figures: readonly Measure[];
  /** Prepares a product before the first turn. */
  prepare?(product: Product): Promise<void>;
  run(product: Product, turn: number): Promise<number[]>;
}

export interface Sizes {
  readonly recipients: number;
  readonly contacts: number;
  readonly rows: number;
}

const CLIENTS = 32;
const LOAD_MS = 4000;
const PAGE_CLIENTS = 16;
const SETTLED_MS = 20_000;
const IDLE_MS = 60_000;
const WARM_UP = 5000;

const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** All that can be measured, in the order in which each needs what the ones before have left. */
export const worksOf = ({ recipients, contacts, rows }: Sizes): Readonly<Record<string, Work>> => ({
  send: {
    figures: [
      {
        what: `send to ${grouped(recipients)}, from the request to the last mail`,
        unit: 'mails/s',
        more: true,
      },
      { what: 'CPU of everything', unit: 'µs a mail', more: false },
      { what: 'from the request to the first mail', unit: 's', more: false },
      { what: 'largest memory of the programs', unit: 'MB', more: false },
      { what: 'size of a mail', unit: 'bytes', more: null },
    ],
    async prepare(product) {
      await product.fill(WARM_UP);
      await sendTo(product, WARM_UP);
      await product.fill(recipients);
    },
    async run(product) {
      const { seconds, first, cpu, bytes } = await sendTo(product, recipients);
      return [
        rounded(recipients / seconds),
        rounded(cpu / recipients),
        rounded(first, 2),
        rounded(product.peakMb()),
        rounded(bytes / recipients),
      ];
    },
  },
  tracking: {
    figures: [
      { what: `openings, ${CLIENTS} connections`, unit: '/s', more: true },
      { what: `clicks, ${CLIENTS} connections`, unit: '/s', more: true },
      { what: 'CPU of a click', unit: 'µs', more: false },
      { what: '99 % of the clicks within', unit: 'ms', more: false },
    ],
    async run(product) {
      const openings = await rateOf(cycling(await product.tracked('opening', recipients)), CLIENTS, LOAD_MS);
      const took: number[] = [];
      const click = cycling(await product.tracked('click', recipients));
      const before = product.cpu();
      const load = { ...click, took: (milliseconds: number) => void took.push(milliseconds) };
      const clicks = await rateOf(load, CLIENTS, LOAD_MS);
      // Writes after the answer count for the click.
      await pause(2000);
      const cpu = (product.cpu() - before) / took.length;
      const slowest = within(took, 0.99);
      return [rounded(openings), rounded(clicks), rounded(cpu), rounded(slowest, 1)];
    },
  },
  import: {
    figures: [
      { what: `import of ${grouped(rows)} new rows`, unit: 'rows/s', more: true },
      { what: 'the same file again', unit: 'rows/s', more: true },
      { what: 'a cell of each row changed', unit: 'rows/s', more: true },
    ],
    async run(product, turn) {
      const fresh = fileOf(product, rows, turn, 'Street');
      const changed = fileOf(product, rows, turn, 'Road');
      const rates: number[] = [];
      for (const file of [fresh, fresh, changed]) {
        const began = performance.now();
        await product.import(file, `list ${turn}`);
        rates.push(rounded((rows * 1000) / (performance.now() - began)));
      }
      return rates;
    },
  },
  pages: {
    figures: [
      { what: `pages of 50 of ${grouped(contacts)} contacts, the first`, unit: '/s', more: true },
      { what: 'the last', unit: '/s', more: true },
    ],
    prepare: (product) => product.fill(contacts),
    async run(product) {
      const rates: number[] = [];
      for (const which of ['first', 'last'] as const) {
        rates.push(rounded(await rateOf(await product.page(which), PAGE_CLIENTS, LOAD_MS), 1));
      }
      return rates;
    },
  },
  idle: {
    figures: [{ what: 'nothing to do', unit: 'ms CPU a second', more: false }],
    async run(product) {
      await pause(SETTLED_MS);
      const [before, began] = [product.cpu(), performance.now()];
      await pause(IDLE_MS);
      return [rounded((product.cpu() - before) / (performance.now() - began), 1)];
    },
  },
  start: {
    figures: [{ what: 'start of the programs', unit: 's CPU', more: false }],
    run: async (product) => [rounded((await product.restart()) / 1e6, 2)],
  },
});

/** Asks for one after the other. */
export function cycling({ origin, paths, status }: Tracked): Load {
  let asked = 0;
  return { origin, path: () => paths[asked++ % paths.length]!, status };
}

const grouped = (count: number): string => count.toLocaleString('en');

export interface Taken {
  /** From the request to the last mail, and to the first. */
  readonly seconds: number;
  readonly first: number;
  /** Microseconds. */
  readonly cpu: number;
  /** Of all mails together. */
  readonly bytes: number;
}

/** Throws when the mail server has other mails than one for each recipient. */
export async function sendTo(product: Product, count: number): Promise<Taken> {
  const { sink } = product;
  const already = await sink.counts();
  const [before, asked] = [product.cpu(), performance.now()];
  const sent = await product.send();
  const { first, last } = await mailsArrived(sink, already.mails, count);
  await pollUntil(() => sent.isDone());
  const cpu = product.cpu() - before;
  const now = await sink.counts();
  if (now.mails - already.mails !== count) {
    throw new Error(`${product.name} sent ${now.mails - already.mails} mails to ${count} recipients`);
  }
  return {
    seconds: (last - asked) / 1000,
    first: (first - asked) / 1000,
    cpu,
    bytes: now.bytes - already.bytes,
  };
}

export function fileOf({ csv }: Product, count: number, turn: number, street: string): Blob {
  const lines = [csv.head];
  for (let row = 0; row < count; row += 1) {
    // Addresses in no particular order, as in real lists.
    const key = (Math.imul(row, 0x9e3779b1) >>> 0).toString(36);
    const person: Person = {
      email: `person.${key}.${row}.${turn}@example${row % 50}.com`,
      first: `Given${row % 997}`,
      last: `Family${row % 89}`,
      street: `${row} ${street}`,
      city: `City ${row % 1000}`,
    };
    lines.push(csv.row(person));
  }
  return new Blob([lines.join('\n')]);
}
