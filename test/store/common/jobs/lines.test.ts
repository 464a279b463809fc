import { expect } from 'chai';
import { endLines, moveLinesOn, placeInLine } from '../../../../common/jobs/lines.ts';
import { connectProducer, type RedisConnection } from '../../../../common/redis/redis.ts';
import { redisUrl } from '../../../support/services.ts';

describe('the job line of an account', () => {
  const queue = { toKey: (name: string) => `{mailing-sends}:sends:${name}` };
  let redis: RedisConnection;

  before(async () => {
    redis = connectProducer(await redisUrl('common-jobs-lines'));
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  after(() => redis.disconnect());
  beforeEach(() => endLines(redis, queue));

  const place = (account: number, job = 'job') => placeInLine(redis, queue, account, job);

  it('gives its first job the first place, however many jobs another has', async () => {
    expect([await place(1), await place(1), await place(1)]).to.deep.equal([1, 2, 3]);
    expect(await place(2)).to.equal(1);
    expect(await place(1)).to.equal(4);
  });

  it('counts from the jobs that were taken: earlier work of an account does not matter', async () => {
    for (let rung = 0; rung < 30; rung += 1) await place(1);
    await moveLinesOn(redis, queue, 20);
    await moveLinesOn(redis, queue, 12);
    expect(await place(2)).to.equal(21);
    expect(await place(1)).to.equal(31);
  });

  it('gives a waiting job no second place', async () => {
    await redis.set(queue.toKey('one'), 'waits');
    expect(await place(1, 'one')).to.equal(null);
    expect(await place(1)).to.equal(1);
  });

  it('ends when no job waits', async () => {
    for (let rung = 0; rung < 30; rung += 1) await place(1);
    await moveLinesOn(redis, queue, 20);
    await endLines(redis, queue);
    expect([await place(1), await place(2)]).to.deep.equal([1, 1]);
  });
});
