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
import { type SlowWay, startSlowWay } from '../support/slow-way.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Calls made beside the sends: a list, a change, and a send each time. */
const PATHS = ['/contacts-type', '/senders', '/single-send/list?limit=10'];
const START_S = 30;

/** What happens to Redis, and how it is over. */
interface Trouble {
  readonly name: string;
  readonly claim: string;
  readonly faults: string;
  /** Starts it, where that is to be another way. */
  readonly start?: (folder: string) => Promise<RedisServer>;
  begin(arena: Arena): Promise<void>;
  end(arena: Arena): Promise<void>;
}

/** Sends and changes go on for a while in which Redis is of no use. */
const withTrouble = ({ name, claim, faults, start, begin, end }: Trouble): Scenario => ({
  name,
  claim: `${claim} under load on the API: every call succeeds, sends start within 30 s of its end`,
  async run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 500 : 2000 } = options;
    const seconds = short ? 6 : 60;
    const environment = environmentOf(setup);
    return inArena(options, { environment, ...(start && { redis: start }) }, async (arena) => {
      const { stack } = arena;
      await arena.lay(size);
      await arena.startWorkers(2);
      const probes = PATHS.map((path) => startProbe(arena, path));
      await begin(arena);
      const utrs: string[] = [];
      const ends = performance.now() + seconds * 1000;
      let changes = 0;
      while (performance.now() < ends) {
        // Each call throws unless it succeeds.
        await stack.call('/contacts-type/add', { name: `Type ${changes}` });
        if (changes % 50 === 0) utrs.push(await arena.send());
        changes += 1;
        await delay(100);
      }
      await end(arena);
      const back = performance.now();
      const started = new Set<string>();
      await until(
        async () => {
          for (const utr of utrs) if ((await arena.details(utr))['status']! >= 2) started.add(utr);
          return started.size === utrs.length;
        },
        'the sends to start',
        120_000,
      );
      const startedIn = Math.round((performance.now() - back) / 100) / 10;
      const broken: string[] = [];
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
      const calls = probed.reduce((sum, { figures }) => sum + figures['calls_ok']!, changes + utrs.length);
      for (const { other, figures } of probed) {
        if (figures['calls_503']! > 0) broken.push(`${figures['calls_503']} calls were answered 503`);
        broken.push(...other.slice(0, 3));
      }
      if (startedIn > START_S) broken.push(`the sends started ${startedIn} s after its return`);
      return {
        recipients,
        lost,
        doubled,
        bound: 0,
        broken,
        faults: `${faults} for ${seconds} s`,
        figures: {
          calls,
          sends: utrs.length,
          all_started_s: startedIn,
          slowest_call_s: Math.max(...probed.map(({ slowest }) => slowest)),
        },
      };
    });
  },
});

const startAgain = async ({ stack }: Arena): Promise<void> => {
  stack.redis = await stack.startRedis();
};

/** One command of the operator's. */
async function command({ stack }: Arena, name: string, ...given: readonly string[]): Promise<void> {
  const redis = new Redis(stack.redis.url());
  await redis.call(name, ...given);
  redis.disconnect();
}

const away = withTrouble({
  name: 'redis-away',
  claim: 'Redis is killed, and comes back,',
  faults: 'away',
  begin: ({ stack }) => stack.redis.kill(),
  end: startAgain,
});

/** Its files are gone, too: what comes back knows nothing. */
function replaced(): Scenario {
  let folder = '';
  return withTrouble({
    name: 'redis-replaced',
    claim: 'Redis is killed, and an empty one takes its place,',
    faults: 'away',
    start: (own) => {
      folder = own;
      return startRedis({ folder });
    },
    async begin({ stack }) {
      await stack.redis.kill();
      rmSync(join(folder, 'db'), { recursive: true });
    },
    end: startAgain,
  });
}

/** It refuses what would need more of it. */
const full = withTrouble({
  name: 'redis-full',
  claim: "Redis's memory is full",
  faults: 'full',
  begin: (arena) => command(arena, 'CONFIG', 'SET', 'maxmemory', '1mb'),
  end: (arena) => command(arena, 'CONFIG', 'SET', 'maxmemory', '0'),
});

const WAY_MS = 1000;

function slow(): Scenario {
  let way: SlowWay | undefined;
  return withTrouble({
    name: 'redis-slow',
    claim: 'Redis answers after two seconds',
    faults: 'slow',
    async start(folder) {
      const redis = await startRedis({ folder });
      const slowWay = await startSlowWay(redis.port);
      way = slowWay;
      return {
        ...redis,
        url: (database) => redis.url(database).replace(`:${redis.port}/`, `:${slowWay.port}/`),
        async stop() {
          await slowWay.stop();
          await redis.stop();
        },
      };
    },
    async begin() {
      way!.setDelay(WAY_MS);
    },
    async end() {
      way!.setDelay(0);
    },
  });
}

/** Redis is of no use for a while, in each of the ways that it can be. */
export const redisTroubles: readonly Scenario[] = [away, replaced(), full, slow()];
