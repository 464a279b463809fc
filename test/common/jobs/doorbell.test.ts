import { Worker } from 'bullmq';
import { expect } from 'chai';
import { createDoorbell, type Doorbell } from '../../../common/jobs/doorbell.ts';
import { createLogger } from '../../../common/log.ts';
import { connectProducer, connectWorker, type RedisConnection } from '../../../common/redis.ts';
import { services } from '../../support/services.ts';
import { until } from '../../support/until.ts';

describe('the doorbell', () => {
  let producer: RedisConnection;
  let consumer: RedisConnection;
  let doorbell: Doorbell;

  before(async () => {
    const url = services().redisUrl('common-jobs-doorbell');
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

  /** Whose jobs a worker takes from a queue, one at a time, until it has taken so many. */
  async function takenFrom(queue: string, count: number): Promise<number[]> {
    const taken: number[] = [];
    const worker = new Worker(queue, async ({ data }) => taken.push(data.userId), {
      connection: consumer,
      concurrency: 1,
    });
    await until(() => taken.length === count);
    await worker.close();
    return taken;
  }

  for (const queue of ['sends', 'first-slices'] as const) {
    it(`of ${queue} lets no account wait for the hundreds that another rang before`, async () => {
      const ring = (userId: number, at: number) =>
        queue === 'sends'
          ? doorbell.ring('start-single-send', { singleSendId: at, userId }, `${userId}-${at}`)
          : doorbell.ring('deliver-first-slice', { mailing: `m${at}`, userId }, `${userId}-${at}`);
      for (let at = 0; at < 200; at += 1) await ring(1, at);
      await ring(2, 0);
      await ring(2, 1);
      const taken = await takenFrom(queue, 202);
      expect([taken.indexOf(2), taken.lastIndexOf(2)]).to.deep.equal([1, 3]);
    });
  }
});
