import { setTimeout as delay } from 'node:timers/promises';
import { startMongod } from '../../../local/mongod.ts';
import { startRedis } from '../../../local/redis.ts';
import { until } from '../../support/until.ts';
import { type Arena, type ArenaOptions, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { layNetwork, type Network } from '../support/network.ts';
import { complaintsOf } from '../support/promptness.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { mongoAt, redisAt, type SlowWay, startSlowWay } from '../support/slow-way.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };

interface Ground {
  readonly arena: Arena;
  readonly network: Network;
  /** Ports of MongoDB, Redis and the mail server, as the service reaches them. */
  readonly ports: readonly number[];
  /** The ways to MongoDB and Redis, if they can be slow. */
  readonly ways: readonly SlowWay[];
  readonly short: boolean;
}

interface Impairment {
  readonly name: string;
  readonly claim: string;
  readonly faults: (short: boolean) => string;
  /** Whether MongoDB and Redis are behind ways that can be slow. */
  readonly slow?: boolean;
  impair(ground: Ground): Promise<void>;
}

const WAY_MS = 100;
const LOSS_S = { short: 8, full: 60 };

const impairments: readonly Impairment[] = [
  {
    name: 'one-way-cuts',
    claim: 'the ways to MongoDB, Redis and the mail server are cut one way',
    faults: () => '6 cuts one way',
    async impair({ arena: { random }, network, ports, short }) {
      for (const port of ports)
        for (const way of ['to', 'from'] as const) {
          await delay(random.between(500, 1500));
          network.cutPort(way, port);
          await delay(short ? 4000 : 12_000);
          network.heal();
        }
    },
  },
  {
    name: 'loss-and-delay',
    claim: 'five of a hundred packets are lost, and each server is 200 ms away',
    faults: (short) => `${short ? LOSS_S.short : LOSS_S.full} s of loss`,
    slow: true,
    async impair({ network, ports, ways, short }) {
      for (const way of ways) way.setDelay(WAY_MS);
      network.losePackets(ports);
      await delay(1000 * (short ? LOSS_S.short : LOSS_S.full));
      for (const way of ways) way.setDelay(0);
    },
  },
];

/** MongoDB and Redis behind ways that can be slow. */
function slowStores(ways: SlowWay[]): Pick<ArenaOptions, 'mongo' | 'redis'> {
  const wayTo = async (port: number): Promise<number> => {
    const way = await startSlowWay(port);
    ways.push(way);
    return way.port;
  };
  return {
    async mongo(folder) {
      const mongod = await startMongod({ folder, cacheGb: 1 });
      const port = await wayTo(mongod.port);
      return { ...mongod, url: (database) => mongoAt(port, mongod.url(database)) };
    },
    async redis(folder) {
      const server = await startRedis({ folder });
      return redisAt(await wayTo(server.port), server);
    },
  };
}

/** Runs all kinds of work on a network that is impaired in these ways, one after the other. */
async function duringWork(inTurn: readonly Impairment[], options: RunOptions): Promise<Tally> {
  const { short, size = short ? 1000 : 5000 } = options;
  const network = await layNetwork();
  const ways: SlowWay[] = [];
  const slow = inTurn.some((one) => one.slow);
  const sink = { delayMs: slow ? 300 : 100 };
  try {
    return await inArena(
      options,
      { ...(slow && slowStores(ways)), sink, environment: environmentOf(setup) },
      async (arena) => {
        const { mongod, redis } = arena.stack;
        const stores = slow ? ways.map(({ port }) => port) : [mongod.port, redis.port];
        const ports = [...stores, Number(new URL(arena.stack.sink.url).port)];
        const work = await startWork(arena, size, WORKERS);
        await until(async () => (await arena.taken()) >= size / 10, 'the send to go on', 240_000);
        for (const { impair } of inTurn) {
          await impair({ arena, network, ports, ways, short });
          network.heal();
          await delay(2000);
        }
        await work.end();
        const { history, ...verdict } = await judgeWork(arena, setup, work);
        return {
          ...verdict,
          bound: 0,
          broken: [...verdict.broken, ...complaintsOf(history, short)],
          faults: inTurn.map(({ faults }) => faults(short)).join(', '),
          figures: { ...verdict.figures, slowest_s: history.slowest_s },
        };
      },
    );
  } finally {
    await network.stop();
    await Promise.all(ways.map((way) => way.stop()));
  }
}

const DURING = 'during all work: no one lost or doubled';

/** A scenario for each impairment, and in the short form all in one run. */
export const poorNetwork: readonly Scenario[] = [
  ...impairments.map(
    (impairment): Scenario => ({
      name: impairment.name,
      claim: `${impairment.claim}, ${DURING}`,
      form: 'full',
      needs: 'namespaces',
      run: (options) => duringWork([impairment], options),
    }),
  ),
  {
    name: 'poor-network',
    claim: `ways are cut one way, packets are lost and late, ${DURING}`,
    form: 'short',
    isLong: true,
    needs: 'namespaces',
    run: (options) => duringWork(impairments, options),
  },
];
