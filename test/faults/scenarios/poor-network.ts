import { setTimeout as delay } from 'node:timers/promises';
import { startMongod } from '../../../local/mongod.ts';
import { startRedis } from '../../../local/redis.ts';
import { until } from '../../support/until.ts';
import { type Arena, type ArenaOptions, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { layNetwork, type Network } from '../support/network.ts';
import { complaintsOf } from '../support/promptness.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { redisAt, type SlowWay, startSlowWay } from '../support/slow-way.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };

/** Everything at work, on a network that `act` makes poor. */
async function amidWork(
  options: RunOptions,
  network: Network,
  arenaOptions: ArenaOptions,
  faults: string,
  act: (arena: Arena, network: Network) => Promise<void>,
): Promise<Tally> {
  const { short, size = short ? 1000 : 5000 } = options;
  try {
    return await inArena(options, { ...arenaOptions, environment: environmentOf(setup) }, async (arena) => {
      const work = await startWork(arena, size, WORKERS);
      await until(async () => (await arena.taken()) >= size / 10, 'the send to go on', 240_000);
      await act(arena, network);
      network.heal();
      await delay(2000);
      await work.end();
      const { history, ...verdict } = await judgeWork(arena, setup, work);
      const broken = [...verdict.broken, ...complaintsOf(history, short)];
      return {
        ...verdict,
        bound: 0,
        broken,
        faults,
        figures: { ...verdict.figures, slowest_s: history.slowest_s },
      };
    });
  } finally {
    await network.stop();
  }
}

/** Each way there is between the service and its servers, cut in one direction. */
export const oneWayCuts: Scenario = {
  name: 'one-way-cuts',
  claim:
    'the ways to MongoDB, Redis and the mail server are cut one way, amid all work: no one lost or doubled',
  needs: 'namespaces',
  async run(options) {
    const ms = options.short ? 4000 : 12_000;
    const network = await layNetwork();
    return amidWork(
      options,
      network,
      { sink: { delayMs: 100 } },
      '6 cuts one way',
      async ({ stack, random }) => {
        const ports = [stack.mongod.port, stack.redis.port, Number(new URL(stack.sink.url).port)];
        for (const port of ports)
          for (const way of ['to', 'from'] as const) {
            await delay(random.between(500, 1500));
            network.cutPort(way, port);
            await delay(ms);
            network.heal();
          }
      },
    );
  },
};

const WAY_MS = 100;

/** 200 ms to each server and back, and five of a hundred packets lost. */
export const lossAndDelay: Scenario = {
  name: 'loss-and-delay',
  claim:
    'five of a hundred packets are lost, and each server is 200 ms away, amid all work: no one lost or doubled',
  needs: 'namespaces',
  async run(options) {
    const network = await layNetwork();
    const ways: SlowWay[] = [];
    const wayTo = async (port: number): Promise<number> => {
      const way = await startSlowWay(port);
      ways.push(way);
      return way.port;
    };
    const mongo: ArenaOptions['mongo'] = async (folder) => {
      const mongod = await startMongod({ folder, cacheGb: 1 });
      const port = await wayTo(mongod.port);
      // The way leads to one server: what that calls itself is not asked.
      const url = (database: string): string => {
        const direct = new URL(mongod.url(database));
        direct.port = String(port);
        direct.searchParams.delete('replicaSet');
        direct.searchParams.set('directConnection', 'true');
        return direct.href;
      };
      return { ...mongod, url };
    };
    const redis: ArenaOptions['redis'] = async (folder) => {
      const server = await startRedis({ folder });
      return redisAt(await wayTo(server.port), server);
    };
    const seconds = options.short ? 8 : 60;
    try {
      return await amidWork(
        options,
        network,
        { mongo, redis, sink: { delayMs: 300 } },
        `${seconds} s of it`,
        async ({ stack }) => {
          for (const way of ways) way.setDelay(WAY_MS);
          network.losePackets([...ways.map(({ port }) => port), Number(new URL(stack.sink.url).port)]);
          await delay(seconds * 1000);
          for (const way of ways) way.setDelay(0);
        },
      );
    } finally {
      await Promise.all(ways.map((way) => way.stop()));
    }
  },
};
