import { connectProducer } from '../../../common/redis/redis.ts';
import type { RedisServer } from '../../../local/redis.ts';
import { type RedisSet, type SentinelSet, startCluster, startSentinelSet } from '../../support/redis-sets.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { startProbe } from '../support/probe.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend, type SendVerdict } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Seconds until a send starts that was created as soon as there was a new primary. */
const START_S = 30;

/** Uses a set of servers like one server; it ends when all of them have ended. */
function inPlaceOf({ url, kill, stop }: RedisSet): RedisServer {
  const ended = new Promise<number>(() => {});
  return { pid: process.pid, port: 0, exited: ended, gone: () => false, url: () => url, kill, stop };
}

/** Sends to all contacts with a set of Redis servers, of which `act` may take one away in the middle. */
function overSet<Servers extends RedisSet>(
  { name, claim, faults, form }: Pick<Scenario, 'name' | 'claim' | 'form'> & { faults: string },
  start: () => Promise<Servers>,
  act: (arena: Arena, servers: Servers) => Promise<void>,
): Scenario {
  async function run({ short, size = short ? 2000 : 20_000, ...options }: RunOptions): Promise<Tally> {
    let servers: Servers | undefined;
    const redis = async () => {
      servers = await start();
      return inPlaceOf(servers);
    };
    const sink = { delayMs: short ? 20 : 15 };
    return inArena(
      { ...options, short, size },
      { sink, environment: environmentOf(setup), redis },
      async (arena) => {
        await arena.lay(size);
        await arena.startWorkers(2);
        const probe = startProbe(arena, '/contacts-type');
        const utr = await arena.send();
        const due = size * (0.2 + 0.5 * arena.random.share());
        await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
        await act(arena, servers!);
        const created = performance.now();
        const next = await arena.send();
        await until(
          async () => (await arena.details(next))['status']! >= 2,
          'the next send to start',
          120_000,
        );
        const started = Math.round((performance.now() - created) / 100) / 10;
        const verdicts: SendVerdict[] = [];
        for (const one of [utr, next]) {
          await arena.completed(one, 240);
          verdicts.push(await judgeSend(arena, setup, { utr: one, foreign: true }));
        }
        const { other, slowest, figures } = await probe.stop();
        const broken = [...verdicts.flatMap((verdict) => verdict.broken), ...other.slice(0, 3)];
        if (figures['calls_503']! > 0) broken.push(`${figures['calls_503']} calls were answered 503`);
        if (started > START_S) broken.push(`the next send started after ${started} s`);
        const sum = (of: 'lost' | 'doubled' | 'recipients') =>
          verdicts.reduce((all, one) => all + one[of], 0);
        return {
          recipients: sum('recipients'),
          lost: sum('lost'),
          doubled: sum('doubled'),
          bound: 0,
          broken,
          faults,
          figures: { started_s: started, slowest_call_s: slowest },
        };
      },
    );
  }
  return { name, claim, ...(form && { form }), run };
}

async function takenOver({ stack }: Arena): Promise<void> {
  const redis = connectProducer(stack.redis.url());
  // Until it is ready, each attempt reports an error.
  await new Promise((resolve) => redis.once('ready', resolve));
  redis.disconnect();
}

const failover = (
  name: string,
  what: string,
  kill: (servers: SentinelSet) => Promise<void>,
  form?: Scenario['form'],
): Scenario =>
  overSet(
    {
      name,
      ...(form && { form }),
      claim: `the primary of Redis is killed in a send, a replica ${what} takes over: no one lost or doubled, every call succeeds`,
      faults: 'a kill of the primary',
    },
    startSentinelSet,
    async (arena, servers) => {
      await kill(servers);
      await takenOver(arena);
    },
  );

export const redisFailover = failover(
  'redis-failover',
  'that knows all',
  (servers) => servers.kill(),
  'full',
);

export const redisFailoverLate = failover('redis-failover-late', 'that missed the last second', (servers) =>
  servers.killUnfollowed(),
);

export const redisCluster = overSet(
  {
    name: 'redis-cluster',
    claim: 'sends over a cluster of Redis: each queue in one slot, no one lost or doubled',
    faults: 'a cluster of three',
  },
  startCluster,
  async () => {},
);
