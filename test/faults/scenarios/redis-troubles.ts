import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../../local/redis.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { startProbe } from '../support/probe.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { redisAt, type SlowWay, startSlowWay } from '../support/slow-way.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Calls during the sends: a list and a change with each send. */
const PATHS = ['/contacts-type', '/senders', '/single-send/list?limit=10'];
const START_S = 30;

type Start = (folder: string) => Promise<RedisServer>;

/** A trouble of Redis, and how it ends. */
interface Trouble {
  begin(arena: Arena): Promise<void>;
  end(arena: Arena): Promise<void>;
}

/** Sends and changes continue while Redis is useless. Returns the seconds from its end until all sends had started. */
async function undergo({ begin, end }: Trouble, arena: Arena, ms: number, utrs: string[]): Promise<number> {
  const { stack } = arena;
  await begin(arena);
  const ends = performance.now() + ms;
  for (let changes = 0; performance.now() < ends; changes += 1) {
    // Each call throws unless it succeeds.
    await stack.call('/contacts-type/add', { name: `Type ${performance.now()}` });
    if (changes % 50 === 0) utrs.push(await arena.send());
    await delay(100);
  }
  await end(arena);
  const back = performance.now();
  const waiting = new Set(utrs);
  await until(
    async () => {
      for (const utr of waiting) if ((await arena.details(utr))['status']! >= 2) waiting.delete(utr);
      return waiting.size === 0;
    },
    'the sends to start',
    120_000,
  );
  return Math.round((performance.now() - back) / 100) / 10;
}

const CLAIM = 'under load on the API: every call succeeds, sends start within 30 s of its end';

function withTroubles(
  { name, claim, faults, form }: Pick<Scenario, 'name' | 'claim' | 'form'> & { faults: string },
  start: Start,
  troubles: readonly Trouble[],
): Scenario {
  async function run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 500 : 2000 } = options;
    const seconds = short ? 5 : 60;
    const environment = environmentOf(setup);
    return inArena(options, { environment, redis: start }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(2);
      const probes = PATHS.map((path) => startProbe(arena, path));
      const utrs: string[] = [];
      const broken: string[] = [];
      const startedIn: number[] = [];
      for (const trouble of troubles) {
        const started = await undergo(trouble, arena, seconds * 1000, utrs);
        if (started > START_S) broken.push(`the sends started ${started} s after its return`);
        startedIn.push(started);
      }
      let [lost, doubled, recipients] = [0, 0, 0];
      for (const utr of utrs) {
        await arena.completed(utr, 300);
        const verdict = await judgeSend(arena, setup, { utr, foreign: true });
        broken.push(...verdict.broken);
        lost += verdict.lost;
        doubled += verdict.doubled;
        recipients += verdict.recipients;
      }
      const probed = await Promise.all(probes.map((probe) => probe.stop()));
      const calls = probed.reduce((sum, { figures }) => sum + figures['calls_ok']!, 0);
      for (const { other, figures } of probed) {
        if (figures['calls_503']! > 0) broken.push(`${figures['calls_503']} calls were answered 503`);
        broken.push(...other.slice(0, 3));
      }
      return {
        recipients,
        lost,
        doubled,
        bound: 0,
        broken,
        faults,
        figures: {
          calls,
          sends: utrs.length,
          all_started_s: startedIn.join(', '),
          slowest_call_s: Math.max(...probed.map(({ slowest }) => slowest)),
        },
      };
    });
  }
  return { name, claim: `${claim} ${CLAIM}`, ...(form && { form }), run };
}

const startAgain = async ({ stack }: Arena): Promise<void> => {
  stack.redis = await stack.startRedis();
};

/** One command of the operator's. */
async function command({ stack }: Arena, name: string, ...given: readonly string[]): Promise<void> {
  const redis = new Redis(stack.redis.url());
  await redis.call(name, ...given);
  redis.disconnect();
}

const away: Trouble = {
  begin: ({ stack }) => stack.redis.kill(),
  end: startAgain,
};

/** The folder of the running Redis, and the path to it. */
let place: { readonly folder: string; readonly way: SlowWay } | undefined;

const startOnSlowWay: Start = async (folder) => {
  const redis = await startRedis({ folder });
  const way = place?.way ?? (await startSlowWay(redis.port));
  place = { folder, way };
  return {
    ...redisAt(way.port, redis),
    async stop() {
      place = undefined;
      await way.stop();
      await redis.stop();
    },
  };
};

/** Its files are deleted too, so it knows nothing when it comes back. */
const replaced: Trouble = {
  async begin({ stack }) {
    await stack.redis.kill();
    rmSync(join(place!.folder, 'db'), { recursive: true });
  },
  end: startAgain,
};

/** It refuses writes that would need more memory. */
const full: Trouble = {
  begin: (arena) => command(arena, 'CONFIG', 'SET', 'maxmemory', '1mb'),
  end: (arena) => command(arena, 'CONFIG', 'SET', 'maxmemory', '0'),
};

const WAY_MS = 1000;

const slow: Trouble = {
  async begin() {
    place!.way.setDelay(WAY_MS);
  },
  async end() {
    place!.way.setDelay(0);
  },
};

const KINDS = [
  ['redis-away', 'Redis is killed, and comes back,', '60 s away', away],
  ['redis-replaced', 'Redis is killed, and an empty one takes its place,', '60 s away', replaced],
  ['redis-full', "Redis's memory is full", '60 s full', full],
  ['redis-slow', 'Redis answers after two seconds', '60 s slow', slow],
] as const;

/** Redis is useless for a while, in each possible way: one scenario for each, and in the short form one after the other. */
export const redisTroubles: readonly Scenario[] = [
  ...KINDS.map(([name, claim, faults, trouble]) =>
    withTroubles({ name, claim, faults, form: 'full' }, startOnSlowWay, [trouble]),
  ),
  withTroubles(
    {
      name: 'redis-troubles',
      claim: 'Redis is away, empty, full and slow',
      faults: '4 troubles',
      form: 'short',
    },
    startOnSlowWay,
    KINDS.map(([, , , trouble]) => trouble),
  ),
];
