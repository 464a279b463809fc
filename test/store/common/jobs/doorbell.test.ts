import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import { createDoorbell, type Doorbell } from '../../../../common/jobs/doorbell.ts';
import { createLogger } from '../../../../common/log.ts';
import {
  connectProducer,
  connectWorker,
  queuePrefix,
  type RedisConnection,
} from '../../../../common/redis/redis.ts';
import { redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

describe('the doorbell', () => {
  let producer: RedisConnection;
  let consumer: RedisConnection;
  let doorbell: Doorbell;

  before(async () => {
    const url = await redisUrl('common-jobs-doorbell');
    producer = connectProducer(url);
    await new Promise((resolve) => producer.once('ready', resolve));
    consumer = connectWorker(url);
    doorbell = createDoorbell(producer, createLogger('worker', 'silent'));
  });
  after(async () => {
    await doorbell.close();
    producer.disconnect();
    consumer.disconnect();
  });

  /** The accounts of the first `count` jobs that a worker takes from a queue, one at a time. */
  async function takenFrom(queue: string, count: number): Promise<number[]> {
    const taken: number[] = [];
    const worker = new Worker(queue, async ({ data }) => taken.push(data.userId), {
      connection: consumer,
      prefix: queuePrefix(queue),
      concurrency: 1,
    });
    await until(() => taken.length === count);
    await worker.close();
    return taken;
  }

  /** The waiting jobs of a queue; it is emptied. */
  async function waitingIn(name: string): Promise<unknown[]> {
    const queue = new Queue(name, { connection: producer, prefix: queuePrefix(name) });
    const jobs = await queue.getJobs(['waiting']);
    await queue.obliterate();
    await queue.close();
    return jobs.map(({ data }) => data);
  }

  it('makes one job of rings for the same thing', async () => {
    for (let time = 0; time < 3; time += 1)
      await doorbell.ring('remove-custom-values', { customFieldId: 7, userId: 5 });
    await doorbell.ring('remove-custom-values', { customFieldId: 8, userId: 5 });
    expect(await waitingIn('chores')).to.have.deep.members([
      { customFieldId: 7, userId: 5 },
      { customFieldId: 8, userId: 5 },
    ]);
  });

  it('makes a separate job of a ring that does not fold', async () => {
    await doorbell.ring('refresh-segments', { contactTypeId: 7, userId: 5 });
    await doorbell.ring('refresh-segments', { contactTypeId: 7, userId: 5 }, { fold: false });
    expect(await waitingIn('segments')).to.deep.equal([
      { contactTypeId: 7, userId: 5 },
      { contactTypeId: 7, userId: 5 },
    ]);
  });

  it('distinguishes a repeated verification mail from the one before', async () => {
    for (const nonce of [1, 2, 2])
      await doorbell.ring('mail-verification', { senderId: 7, userId: 5, nonce });
    expect(await waitingIn('chores')).to.have.deep.members([
      { senderId: 7, userId: 5, nonce: 1 },
      { senderId: 7, userId: 5, nonce: 2 },
    ]);
  });

  for (const queue of ['sends', 'first-slices'] as const) {
    it(`lets no account wait for hundreds of jobs of another: ${queue}`, async () => {
      const ring = (userId: number, at: number) =>
        queue === 'sends'
          ? doorbell.ring('start-single-send', { singleSendId: userId * 1000 + at, userId })
          : doorbell.ring('deliver-first-slice', { mailing: `send-${userId}-${at}`, userId });
      for (let at = 0; at < 200; at += 1) await ring(1, at);
      await ring(2, 0);
      await ring(2, 1);
      const taken = await takenFrom(queue, 202);
      expect([taken.indexOf(2), taken.lastIndexOf(2)]).to.deep.equal([1, 3]);
    });
  }
});
