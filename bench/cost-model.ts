import { readFileSync, writeFileSync } from 'node:fs';
import { median } from './support/figures.ts';
import { type Measured, readResults } from './support/results.ts';

/**
 * Computes the cost of the service from the figures of RESULTS.md, by contacts and mails: `node --import tsx bench/cost-model.ts` writes the
 * tables of COSTS.md. A test fails when the page is not what the figures give.
 */

const MONTH_S = 30 * 24 * 3600;
const GB = 1e9;
/** The share of a month's mails in its busiest hour. */
const BUSY_HOUR = 0.05;
/** Requests of pages for a mail: openings and clicks, as in `bench/storage.ts`. */
const FETCHES = 0.35;
/** Bytes of a mail on the wire to mail servers. */
const MAIL_BYTES = 30_000;
/** Months that the ledger is kept (`RETENTION_DAYS`, 400). */
const KEPT_MONTHS = 13;
/** One member of a replica set, and what of it may be used. */
const MEMBER = Object.freeze({ cores: 16, memoryGb: 64, diskGb: 4000, writes: 10_000 });
const USED = 0.6;

const CONTACTS = [1e6, 1e7, 1e8];
const MAILS = [1e6, 1e7, 1e8, 1e9];

/** The measured figures that the model uses, by program and name. */
const FIGURES = {
  worker: ['send', 'CPU of the workers, 100,000 recipients, 1 worker'],
  all: ['send', 'CPU of worker, mongod and Redis, 100,000 recipients, 1 worker'],
  workerMb: ['send', 'largest memory of a worker, 100,000 recipients, 1 worker'],
  fetch: ['click', 'API and mongod'],
  row: ['import', 'CPU of worker and mongod, a cell of each row changed'],
  apiMb: ['lists', 'largest memory of the API'],
  mailDocuments: ['storage', 'of them documents'],
  mailIndexes: ['storage', 'of them indexes'],
  contactDocuments: ['storage', 'documents of a contact'],
  contactIndexes: ['storage', 'indexes of a contact'],
  writtenBytes: ['storage', 'written by MongoDB'],
  writes: ['storage', 'writes of MongoDB'],
} as const satisfies Record<string, readonly [program: string, figure: string]>;
type Figures = Readonly<Record<keyof typeof FIGURES, number>>;

function figuresOf(measured: readonly Measured[]): Figures {
  const valueOf = ([program, figure]: readonly [string, string]): number => {
    const runs = measured.find(({ name }) => name === program)?.runs ?? [];
    const values = runs.flatMap((run) => run.find(({ what }) => what === figure)?.value ?? []);
    if (values.length === 0)
      throw new Error(`RESULTS.md lacks "${figure}" of ${program}: run it with --write`);
    return median(values);
  };
  return Object.fromEntries(
    Object.entries(FIGURES).map(([name, where]) => [name, valueOf(where)]),
  ) as unknown as Figures;
}

interface Cost {
  readonly contacts: number;
  readonly mails: number;
  /** Mails a second in the busiest hour. */
  readonly rate: number;
  readonly workerCores: number;
  readonly apiCores: number;
  readonly mongoCores: number;
  /** Indexes that are in use: of all contacts, and of the mails of a month. */
  readonly memoryGb: number;
  /** Of each member. */
  readonly diskGb: number;
  /** Writes of a member to its disk, each second of the busiest hour. */
  readonly writes: number;
  /** To mail servers, in the busiest hour. */
  readonly mbit: number;
  readonly bottleneck: string;
  readonly shards: number;
}

function costOf(contacts: number, mails: number, of: Figures): Cost {
  const rate = (mails * BUSY_HOUR) / 3600;
  // Each contact changes once a month.
  const rows = contacts / MONTH_S;
  const mongoCores = (rate * (of.all - of.worker) + rows * of.row) / 1e6;
  const apiCores = (rate * FETCHES * of.fetch) / 1e6;
  const memoryGb = (contacts * of.contactIndexes + mails * of.mailIndexes) / GB;
  const diskGb =
    (contacts * (of.contactDocuments + of.contactIndexes) +
      mails * KEPT_MONTHS * (of.mailDocuments + of.mailIndexes)) /
    GB;
  const writes = (rate * of.writes) / 1000;
  const shares: readonly (readonly [string, number])[] = [
    ['cores of MongoDB', mongoCores / MEMBER.cores],
    ['memory of MongoDB', memoryGb / MEMBER.memoryGb],
    ['disk of MongoDB', diskGb / MEMBER.diskGb],
    ['writes of MongoDB', writes / MEMBER.writes],
  ];
  const [name, share] = shares.toSorted(([, a], [, b]) => b - a)[0]!;
  const shards = Math.max(1, Math.ceil(share / USED));
  const workerCores = (rate * of.worker) / 1e6;
  return {
    contacts,
    mails,
    rate,
    workerCores,
    apiCores,
    mongoCores,
    memoryGb,
    diskGb,
    writes,
    mbit: (rate * MAIL_BYTES * 8) / 1e6,
    bottleneck: shards > 1 ? name : workerCores + apiCores > 1 ? 'cores of workers' : 'none',
    shards,
  };
}

const short = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value >= 10
      ? value.toFixed(0)
      : value.toPrecision(2);
const millions = (value: number): string => `${(value / 1e6).toLocaleString('en')} M`;
const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The part of COSTS.md between its marks, from a text of RESULTS.md. */
export function costTables(results: string): string {
  const of = figuresOf(readResults(results));
  const costs = CONTACTS.flatMap((contacts) => MAILS.map((mails) => costOf(contacts, mails, of)));
  const rows = costs.map((cost) => [
    millions(cost.contacts),
    millions(cost.mails),
    short(cost.rate),
    short(cost.workerCores),
    short(cost.apiCores),
    short(cost.mongoCores),
    short(cost.memoryGb),
    short(cost.diskGb),
    short(cost.writes),
    short(cost.mbit),
    String(cost.shards),
    cost.bottleneck,
  ]);
  const perMail = of.mailDocuments + of.mailIndexes;
  return `${table(
    [
      'contacts',
      'mails a month',
      'mails/s',
      'worker cores',
      'API cores',
      'MongoDB cores',
      'index GB',
      'disk GB',
      'writes/s',
      'Mbit/s',
      'shards',
      'bottleneck',
    ],
    rows,
  )}

${table(
  ['grows with', 'CPU', 'disk of a member', 'memory'],
  [
    [
      'mails',
      `${of.all} µs (workers ${of.worker})`,
      `${perMail} bytes, ${of.writtenBytes} written`,
      `${of.mailIndexes} bytes of indexes while in use`,
    ],
    ['openings and clicks', `${of.fetch} µs`, 'in the row of the mail', 'none'],
    [
      'contacts',
      `${of.row} µs a changed row`,
      `${of.contactDocuments + of.contactIndexes} bytes`,
      `${of.contactIndexes} bytes of indexes`,
    ],
    [
      'processes',
      'see `idle` and `start` of the results',
      'none',
      `${of.workerMb} MB a worker, ${of.apiMb} MB an API`,
    ],
  ],
)}`;
}

const PAGE = new URL('COSTS.md', import.meta.url);
const MARKED = /(<!-- begin costs -->\n)[\s\S]*(\n<!-- end costs -->)/;

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const results = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(MARKED, (_, begin: string, end: string) => begin + costTables(results) + end),
  );
}
