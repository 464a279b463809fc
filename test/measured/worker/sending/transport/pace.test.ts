import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createAskRedis, OF_A_WORKER_MS } from '../../../../../common/rates/ask-redis.ts';
import { connectProducer, type RedisConnection } from '../../../../../common/redis/redis.ts';
import { createPace, type Pace } from '../../../../../worker/sending/transport/pace.ts';
import { redisUrl } from '../../../../support/services.ts';

/** The times at which `count` mails might be sent, in milliseconds from the first. */
async function times(paces: readonly Pace[], count: number): Promise<number[]> {
  const given = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      expect(await paces[i % paces.length]?.take()).to.equal(true);
      return performance.now();
    }),
  );
  const sorted = given.sort((a, b) => a - b);
  return sorted.map((at) => at - (sorted[0] ?? 0));
}

function expectRate(given: readonly number[], rate: number): void {
  const seconds = (given.at(-1) ?? 0) / 1000;
  // The credit of 0.2 s and the first chunks come at once; the first one may be late.
  expect(given.length / (seconds + 0.35)).to.be.below(rate * 1.15);
  // A busy machine may be late, but not by half of the rate.
  expect(given.length / seconds).to.be.above(rate * 0.5);
  for (let i = 0; i < given.length; i += 1) {
    const inSecond = given.filter((at) => at >= (given[i] ?? 0) && at < (given[i] ?? 0) + 1000).length;
    expect(inSecond, 'in any one second, with a burst of at most one second').to.be.at.most(2 * rate);
  }
}

describe('transport: pace', () => {
  let redis: Redis;
  before(async () => {
    redis = connectProducer(await redisUrl('measured-transport-pace')) as Redis;
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  after(() => redis.disconnect());

  const paceOf = (name: string, rate: number, workers: number, connection: RedisConnection = redis): Pace =>
    createPace({
      name,
      rate,
      store: { ask: createAskRedis(connection, OF_A_WORKER_MS), workers: () => workers },
    });

  it('keeps the rate over several workers, with few calls to Redis', async () => {
    const paces = [1, 2, 3].map(() => paceOf('three', 400, 3));
    let calls = 0;
    const { sendCommand } = redis;
    redis.sendCommand = (...args) => {
      calls += 1;
      return sendCommand.apply(redis, args);
    };
    const given = await times(paces, 800);
    redis.sendCommand = sendCommand;
    expectRate(given, 400);
    expect(calls / ((given.at(-1) ?? 0) / 1000)).to.be.below(3 * 20);
  });

  it('keeps a low rate', async () => {
    const pace = paceOf('low', 8, 1);
    expectRate(await times([pace], 16), 8);
  });

  it('keeps its share of the rate by itself while Redis is away', async () => {
    const away = connectProducer('redis://127.0.0.1:1');
    const paces = [1, 2].map(() => paceOf('away', 200, 2, away));
    expectRate(await times(paces, 400), 200);
    away.disconnect();
  });
});
