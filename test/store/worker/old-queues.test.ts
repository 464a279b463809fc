import { Queue } from 'bullmq';
import { expect } from 'chai';
import { connectWorker, oldQueuePrefix } from '../../../common/redis/redis.ts';
import { deleteOldQueues } from '../../../worker/runtime/old-queues.ts';
import { redisUrl } from '../../support/services.ts';

describe('the queues of version 0.1.0', () => {
  it('are deleted, and no other key', async () => {
    const redis = connectWorker(await redisUrl('worker-old-queues'));
    const queue = new Queue('slices', { connection: redis, prefix: oldQueuePrefix(redis) });
    await queue.add('deliver-slice', { mailing: 'send-1', lane: 0, turn: 0 });
    await queue.add('deliver-slice', { mailing: 'send-2', lane: 0, turn: 0 }, { priority: 3, delay: 60_000 });
    await queue.close();
    await redis.set('bull:others:meta', 'kept');
    await deleteOldQueues(redis);
    expect(await redis.keys('*')).to.deep.equal(['bull:others:meta']);
    redis.disconnect();
  });
});
