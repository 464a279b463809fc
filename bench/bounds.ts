import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createIndexes } from '../common/migrations/indexes.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { type Mongod, startMongod } from '../local/mongod.ts';
import { freePort } from '../local/ports.ts';
import { writeAccepted } from './support/accepted-mails.ts';
import { bundleBare } from './support/bare.ts';
import { insertBare, updateBare } from './support/bare-imports.ts';
import { bareMails, MAIL_BYTES } from './support/bare-mails.ts';
import { READY } from './support/bare-ready.ts';
import { fillContacts } from './support/contacts.ts';
import { type Figure, figureOf, median, report, within } from './support/figures.ts';
import { rateOf } from './support/load.ts';
import { writePeople } from './support/people-file.ts';
import { startProgram, usageOf } from './support/processes.ts';
import { spawnSink } from './support/sink.ts';
import { startStack } from './support/stack.ts';

/**
 * The parts of a work that no service with the same guarantees can leave out, measured with ours in one run: bare programs with the same driver do a mail, an imported row, a
 * click, the rest and the start. `node --import tsx bench/bounds.ts [items] [mail,import,click,rest,start]`
 */
const [given = '20000', names = 'mail,import,click,rest,start'] = process.argv.slice(2);
const items = Number(given);
const OWNER = 1;

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** A bound and what ours takes. */
function compare(what: string, unit: string, ours: number, bound: number): void {
  report(
    { what: `${what}, bare`, value: rounded(bound), unit },
    { what, value: rounded(ours), unit },
    { what: `${what}, compared with it`, value: rounded(ours / bound, 2), unit: '×' },
  );
}

/** The figures of another program of this folder, by what they are. */
async function figuresOf(file: string, ...args: string[]): Promise<(begin: string) => number> {
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', './local/typescript.mjs', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found: Figure[] = [];
  for await (const one of createInterface({ input: child.stdout })) {
    const figure = figureOf(one);
    if (figure) found.push(figure);
  }
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${file} ended with ${child.exitCode}`);
  return (begin) => {
    const figure = found.find(({ what }) => what.startsWith(begin));
    if (!figure) throw new Error(`${file} has no figure "${begin}"`);
    return figure.value;
  };
}

/** Runs with a MongoDB of its own, which has our indexes. */
async function withMongod<Result>(run: (mongod: Mongod) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-bounds-'));
  const mongod = await startMongod({ folder: join(folder, 'mongodb'), cacheGb: 2 });
  try {
    await connectMongo(mongod.url('bench'));
    await createIndexes();
    return await run(mongod);
  } finally {
    await disconnectMongo();
    await mongod.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Microseconds of CPU of this process and of MongoDB for an item. */
async function costOf(mongod: Mongod, count: number, work: () => Promise<unknown>): Promise<number> {
  const [own, theirs] = [process.cpuUsage(), usageOf(mongod.pid).cpu];
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system + usageOf(mongod.pid).cpu - theirs) / count;
}

const BOUNDS: Readonly<Record<string, () => Promise<void>>> = {
  async mail() {
    const bound = await withMongod(async (mongod) => {
      const sink = await spawnSink();
      const port = Number(new URL(sink.url).port);
      await fillContacts(OWNER, items);
      await bareMails(port, OWNER, 'warm-up', Math.min(items, 5000));
      const before = await sink.count();
      const cost = await costOf(mongod, items, () => bareMails(port, OWNER, 'measured', items));
      const mails = (await sink.count()) - before;
      await sink.stop();
      if (mails !== items) throw new Error(`${mails} mails of ${items} arrived`);
      return cost;
    });
    const ours = await figuresOf('send.ts', given);
    report({ what: 'bytes of a mail', value: MAIL_BYTES, unit: 'bytes' });
    compare('CPU of a mail, all processes', 'µs', ours('CPU of worker, mongod and Redis'), bound);
  },

  async import() {
    const [fresh, again, changed] = await withMongod(async (mongod) => {
      const folder = mkdtempSync(join(tmpdir(), 'mailing-rows-'));
      const file = (name: string, count: number, street: string): string => {
        writePeople(join(folder, name), { count, street });
        return join(folder, name);
      };
      const [first, other] = [file('first.csv', items, 'Street'), file('other.csv', items, 'Road')];
      const costs = [
        await costOf(mongod, items, () => insertBare(first)),
        await costOf(mongod, items, () => updateBare(first)),
        await costOf(mongod, items, async () => {
          const count = await updateBare(other);
          if (count !== items) throw new Error(`${count} rows of ${items} changed`);
        }),
      ];
      rmSync(folder, { recursive: true, force: true });
      return costs;
    });
    const ours = await figuresOf('import.ts', given);
    const what = 'CPU of worker and mongod';
    compare('CPU of a new row', 'µs', ours(`${what}, fresh rows`), fresh!);
    compare('CPU of an unchanged row', 'µs', ours(`${what}, the same file again`), again!);
    compare('CPU of a changed row', 'µs', ours(`${what}, a cell of each row changed`), changed!);
  },

  async click() {
    const CLIENTS = 32;
    const MS = 2000;
    const { rate, cost, slow } = await withMongod(async (mongod) => {
      const first = await writeAccepted('bare', OWNER, items);
      const port = await freePort();
      const server = startProgram('bench/support/bare-clicks.ts', {
        MONGODB_URL: mongod.url('bench'),
        PORT: String(port),
      });
      while (!server.said().includes(READY)) await pause(20);
      let took: number[] = [];
      let asked = 0;
      const load = {
        origin: `http://127.0.0.1:${port}`,
        status: 302,
        path: () => `/${first + (asked++ % items)}`,
        took: (milliseconds: number) => void took.push(milliseconds),
      };
      await rateOf(load, CLIENTS, MS);
      took = [];
      const used = () => usageOf(server.pid).cpu + usageOf(mongod.pid).cpu;
      const [before, count] = [used(), asked];
      const found = await rateOf(load, CLIENTS, MS);
      await pause(MS / 2);
      const each = (used() - before) / (asked - count);
      await server.stop();
      return { rate: found, cost: each, slow: within(took, 0.99) };
    });
    const ours = await figuresOf('click.ts', given, String(MS));
    compare('clicks', '/s', ours('clicks, all'), rate);
    compare('99 % of the clicks within', 'ms', ours('99 % of the clicks'), slow);
    compare('CPU of a click', 'µs', ours('API and mongod'), cost);
  },

  async rest() {
    const stack = await startStack();
    const worker = stack.startWorker();
    const stores = [stack.mongod.pid, stack.redis.pid];
    try {
      await disconnectMongo();
      const ours = await restOf([...stores, stack.api.pid, worker.pid]);
      await Promise.all([stack.api.stop(), worker.stop()]);
      const bare = ['api', 'worker'].map((ROLE) =>
        startProgram('bench/support/bare-program.ts', { ...stack.environment, ROLE }),
      );
      for (const one of bare) while (!one.said().includes(READY)) await pause(20);
      const bound = await restOf([...stores, ...bare.map(({ pid }) => pid)]);
      await Promise.all(bare.map((one) => one.stop()));
      const alone = await restOf(stores);
      report({ what: 'the stores alone', value: rounded(alone), unit: 'ms CPU a second' });
      compare(
        'rest of all programs, beyond the stores alone',
        'ms CPU a second',
        ours - alone,
        bound - alone,
      );
    } finally {
      await connectMongo(stack.environment['MONGODB_URL']!);
      await stack.stop();
    }
  },

  async start() {
    const STARTS = 5;
    const stack = await startStack();
    const costs: Record<string, number[]> = {};
    try {
      for (const [name, main] of [
        ['with the packages of the API', 'bench/support/bare-packages.ts'],
        ['with the drivers alone', undefined],
      ] as const) {
        const start = await bundleBare(stack, main);
        await (await start('api')).stop();
        for (let at = 0; at < STARTS; at += 1) {
          const program = await start('api');
          (costs[name] ??= []).push(usageOf(program.pid).cpu / 1e6);
          await program.stop();
        }
      }
    } finally {
      await stack.stop();
    }
    const ours = await figuresOf('start.ts');
    for (const [name, values] of Object.entries(costs))
      report({ what: `start of a bare API ${name}`, value: rounded(median(values), 2), unit: 's CPU' });
    for (const program of ['the API', 'a worker', 'an inbound', 'a bare worker'])
      report({ what: `start of ${program}`, value: ours(program), unit: 's CPU' });
  },
};

const [SETTLED_MS, REST_MS] = [15_000, 30_000];

/** Milliseconds of CPU a second. */
async function restOf(pids: readonly number[]): Promise<number> {
  await pause(SETTLED_MS);
  const used = () => pids.reduce((sum, pid) => sum + usageOf(pid).cpu, 0);
  const [before, began] = [used(), performance.now()];
  await pause(REST_MS);
  return (used() - before) / (performance.now() - began);
}

for (const name of names.split(',')) {
  const bound = BOUNDS[name];
  if (!bound) throw new Error(`no bound is called ${name}`);
  await bound();
}
