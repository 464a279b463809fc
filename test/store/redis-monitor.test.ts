import { expect } from 'chai';
import { connectProducer, type RedisConnection } from '../../common/redis/redis.ts';
import { takeMistakes } from '../support/redis-monitor.ts';
import { redisUrl } from '../support/services.ts';

describe('the monitor of Redis commands', () => {
  let redis: RedisConnection;

  before(async () => {
    redis = connectProducer(await redisUrl('redis-monitor'));
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  after(() => redis.disconnect());

  it('finds scripts, commands and transactions over several slots', async () => {
    await redis.eval('return 1', 2, '{a}:x', '{b}:x', 'argument');
    await redis.mget('one', 'two');
    await redis.multi().set('{a}:x', 1).set('b', 1).exec();
    expect(takeMistakes()).to.deep.equal(['eval: {a}:x {b}:x', 'mget: one two', 'transaction: {a}:x b']);
  });

  it('accepts keys of one hash tag', async () => {
    await redis.eval('return 1', 2, 'x:{a}', '{a}:y', '{b}');
    await redis.multi().set('x', 1).expire('x', 1).exec();
    await redis.pipeline().set('x', 1).set('y', 1).exec();
    expect(takeMistakes()).to.deep.equal([]);
  });
});
