import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { type AskRedis, createAskRedis } from '../../../../common/rates/ask-redis.ts';
import { type Allowance, createLimiter, type Limiter } from '../../../../common/rates/limiter.ts';
import { connectProducer } from '../../../../common/redis/redis.ts';
import { redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const HOUR = 3600;
/** Milliseconds: no answer is late, however busy the machine is. */
const PATIENCE_MS = 10_000;

describe('a limiter', () => {
  let redis: Redis;
  before(async () => {
    redis = connectProducer(await redisUrl('common-rates-limiter')) as Redis;
    await until(() => redis.status === 'ready');
  });
  after(() => redis.disconnect());

  /** Of one process: it shares nothing with another but Redis. */
  function limiterOf(allowance: Omit<Allowance, 'seconds'>, away = false): Limiter {
    const ask: AskRedis = away ? async () => null : createAskRedis(redis, PATIENCE_MS);
    return createLimiter(ask, { ...allowance, seconds: HOUR }, (text) => text);
  }

  async function taken(limiter: Limiter, times: number, key: string | number = 1): Promise<number> {
    let given = 0;
    for (let i = 0; i < times; i += 1) if ((await limiter.take(key)) === 0) given += 1;
    return given;
  }

  it('counts for all processes and for each key, and says when one is left again', async () => {
    const [here, there] = [limiterOf({ name: 'all', points: 4 }), limiterOf({ name: 'all', points: 4 })];
    expect([await taken(here, 3), await taken(there, 3)]).to.deep.equal([3, 1]);
    expect(await there.take(1)).to.be.within(890, 900);
    expect(await taken(there, 9, 'other')).to.equal(4);
  });

  it('asks Redis once for ten of a large allowance, and not while it refuses', async () => {
    const limiter = limiterOf({ name: 'large', points: 1000 });
    // The script itself is sent once.
    await taken(limiter, 10);
    let asked = 0;
    const { sendCommand } = redis;
    redis.sendCommand = (...args) => {
      // A server that has forgotten the script, as another test makes it, is asked by its hash, and then once more by its text.
      if (args[0].name === 'evalsha') asked += 1;
      return sendCommand.apply(redis, args);
    };
    expect([await taken(limiter, 990), asked]).to.deep.equal([990, 99]);
    expect([await taken(limiter, 50), asked]).to.deep.equal([0, 100]);
    redis.sendCommand = sendCommand;
  });

  it('grants a burst of calls at once what it grants one after the other', async () => {
    for (const [points, calls] of [
      [1000, 1000],
      [1000, 1010],
      [250, 250],
    ] as const) {
      const limiter = limiterOf({ name: `burst-${points}-${calls}`, points });
      const waits = await Promise.all(Array.from({ length: calls }, () => limiter.take(1)));
      expect(waits.filter((wait) => wait === 0)).to.have.length(Math.min(calls, points));
    }
  });

  it('keeps what a burst left of its last block', async () => {
    const limiter = limiterOf({ name: 'rest', points: 1000 });
    await Promise.all(Array.from({ length: 13 }, () => limiter.take(1)));
    expect(await taken(limiter, 990)).to.equal(987);
  });

  it('counts no more as left than there are, also once all that was taken is free again', async () => {
    const limiter = createLimiter(
      createAskRedis(redis, PATIENCE_MS),
      { name: 'left', points: 1000, seconds: 1 },
      (text) => text,
    );
    await taken(limiter, 1);
    await until(() => limiter.left(1)!.seconds === 0);
    expect(limiter.left(1)!.uses).to.equal(1000);
  });

  it('takes back what was given, which another process may take', async () => {
    const [here, there] = [limiterOf({ name: 'back', points: 2 }), limiterOf({ name: 'back', points: 2 })];
    await taken(here, 2);
    await here.giveBack(1);
    expect(await taken(there, 2)).to.equal(1);
  });

  for (const [what, allowance, given] of [
    ['counts nothing', { name: 'away', points: 3 }, 9],
    ['counts in its process when it has a stand-in', { name: 'away', points: 3, standIn: true }, 3],
    ['grants all when it has no limit', { name: 'away', points: 0 }, 9],
  ] as const)
    it(`${what}, while Redis is away`, async () => {
      const limiter = limiterOf(allowance, true);
      expect(await taken(limiter, 9)).to.equal(given);
      await limiter.giveBack(1);
    });
});
