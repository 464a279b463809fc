import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillContacts } from '../../../bench/support/contacts.ts';
import { layGround } from '../../../bench/support/ground.ts';
import type { Program } from '../../../bench/support/processes.ts';
import { createRandom, type Random } from '../../../bench/support/random.ts';
import type { SinkOptions } from '../../../bench/support/sink.ts';
import { type Stack, startStack } from '../../../bench/support/stack.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { isStoreAway } from '../../../common/store/store-away.ts';
import type { Mongod } from '../../../local/mongod.ts';
import type { RedisServer } from '../../../local/redis.ts';
import { aSend } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Copy, readCopies, readRefusals } from './books.ts';
import { runOutLeases } from './leases.ts';
import type { RunOptions } from './scenario.ts';

type Environment = Readonly<Record<string, string>>;

/** The details of a send. */
export type Details = Readonly<Record<string, number>>;

/** The service in several processes, as in production, and the means to break it. */
export interface Arena {
  readonly stack: Stack;
  readonly random: Random;
  /** Workers that were started and are still running. */
  readonly workers: Set<Program>;
  /** Creates what a send refers to, with so many contacts of type 1. */
  lay(contacts: number): Promise<void>;
  /** Starts workers and waits until they are ready. */
  startWorkers(count: number, environment?: Environment): Promise<Program[]>;
  /** kill -9; returns the time in milliseconds. */
  kill(worker: Program): Promise<number>;
  /** Waits until a worker ends by itself; returns the time. */
  died(worker: Program, deadline?: number): Promise<number>;
  /** Creates a send to contact type 1, unless the inputs say otherwise; returns its utr. */
  send(inputs?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The key of a send's mailing. */
  mailing(utr: string): Promise<string>;
  /** Waits until the delivery of the send has started. */
  opened(utr: string): Promise<void>;
  details(utr: string): Promise<Details>;
  completed(utr: string, seconds: number): Promise<Details>;
  /** Number of final dots that the mail servers have seen. */
  taken(): Promise<number>;
  copies(): Promise<Copy[]>;
  /** Returns whether a mail to an address was taken since the call of `arrivals`. Ask for one address only. */
  arrivals(): (address: string) => boolean;
  /** The refusals in the book, up to the last call of `taken` or `copies`. */
  refusals(): ReturnType<typeof readRefusals>;
  stop(): Promise<void>;
}

export interface ArenaOptions {
  sink?: SinkOptions;
  environment?: Environment;
  /** Starts MongoDB; by default a replica set of one. */
  mongo?: (folder: string) => Promise<Mongod>;
  /** Starts Redis; by default one server. */
  redis?: (folder: string) => Promise<RedisServer>;
  /** Whether the arena ends the leases of dead workers, as `--short` does. */
  hasten?: boolean;
}

const STARTED_MS = 60_000;

/** Milliseconds for which a server may be away while a scenario waits. */
const AWAY_MS = 120_000;

/**
 * Repeats a question while the database is away, or when the API has just closed the idle connection that the question used
 * (`fetch failed`).
 */
export async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + AWAY_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const away = isStoreAway(error) || /: 503 |^fetch failed$/.test((error as Error).message);
      if (!away || performance.now() > until) throw error;
      await delay(200);
    }
  }
}

async function startArena(
  { seed, build, logs }: RunOptions,
  { sink = {}, environment = {}, mongo, redis, hasten = false }: ArenaOptions = {},
): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-'));
  const book = join(folder, 'book');
  const stack = await startStack({
    sink: { ...sink, book, seed },
    environment: { LOG_LEVEL: logs ? 'debug' : 'fatal', RATE_CALLS: '0', ...environment },
    build,
    ...(mongo && { mongo }),
    ...(redis && { redis }),
    ...(logs && { logs }),
  });
  const workers = workersOf(stack);
  const hastening = hasten ? setInterval(() => void runOutLeases().catch(() => {}), 500) : undefined;
  return {
    stack,
    random: createRandom(seed),
    async lay(contacts) {
      await layGround(stack.call);
      await fillContacts(stack.keys.user_id, contacts);
    },
    ...workers,
    ...sendsOf(stack),
    ...bookOf(stack, book),
    async stop() {
      clearInterval(hastening);
      await Promise.all([...workers.workers].map((worker) => worker.kill()));
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const present = () => patiently(() => WorkerPresence.distinct('_id'));

function workersOf(stack: Stack): Pick<Arena, 'workers' | 'startWorkers' | 'kill' | 'died'> {
  const workers = new Set<Program>();
  return {
    workers,
    async startWorkers(number, extra = {}) {
      const before = new Set(await present());
      const started = Array.from({ length: number }, () => stack.startWorker(extra));
      for (const worker of started) {
        workers.add(worker);
        worker.child.once('exit', () => workers.delete(worker));
      }
      await until(
        async () => (await present()).filter((id) => !before.has(id)).length >= number,
        'the workers to be there',
        STARTED_MS,
      );
      return started;
    },
    async kill(worker) {
      const at = Date.now();
      await worker.kill();
      return at;
    },
    async died({ child }, deadline = 120_000) {
      if (child.exitCode === null && child.signalCode === null)
        await once(child, 'exit', { signal: AbortSignal.timeout(deadline) });
      return Date.now();
    },
  };
}

/** What `lay` made. */
const GROUND = { sender_id: 1, unsubscribe_group_id: 1, contact_type_id: 1 };

function sendsOf({ call }: Stack): Pick<Arena, 'send' | 'mailing' | 'opened' | 'details' | 'completed'> {
  const details = async (utr: string): Promise<Details> => {
    const { message } = await patiently(() => call(`/single-send/details?utr=${utr}`));
    return (message as { singleSend: [Details] }).singleSend[0];
  };
  const mailing = async (utr: string): Promise<string> =>
    mailingOfSend((await patiently(() => rows(SingleSend).findOne({ utr })))!._id);
  return {
    details,
    mailing,
    async send(inputs) {
      const { message } = await call('/single/send/create', aSend(GROUND, inputs));
      return (message as { utr: string }).utr;
    },
    async opened(utr) {
      const _id = await mailing(utr);
      const openedAt = async () => (await patiently(() => rows(Mailing).findOne({ _id })))?.opened_at;
      await until(openedAt, 'the send to open', 600_000);
    },
    completed(utr, seconds) {
      const done = async () => {
        const found = await details(utr);
        return found['status'] === 3 ? found : null;
      };
      return until(done, 'the send to complete', seconds * 1000);
    },
  };
}

const bookOf = (
  { sink }: Stack,
  book: string,
): Pick<Arena, 'taken' | 'copies' | 'arrivals' | 'refusals'> => ({
  taken: () => sink.count(),
  async copies() {
    await sink.count();
    return readCopies([book]);
  },
  arrivals() {
    let at = statSync(book).size;
    let line = '';
    return (address) => {
      const added = Buffer.alloc(statSync(book).size - at);
      const file = openSync(book, 'r');
      at += readSync(file, added, 0, added.length, at);
      closeSync(file);
      const text = line + added.toString();
      line = text.slice(text.lastIndexOf('\n') + 1);
      return text.includes(` ${address} 250`);
    };
  },
  refusals: () => readRefusals(book),
});

/** Starts an arena, runs a scenario in it, and always stops everything afterwards. */
export async function inArena<Found>(
  options: RunOptions,
  arenaOptions: ArenaOptions,
  run: (arena: Arena) => Promise<Found>,
): Promise<Found> {
  const arena = await startArena(options, arenaOptions);
  try {
    return await run(arena);
  } finally {
    await arena.stop();
  }
}
