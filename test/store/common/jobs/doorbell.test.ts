import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import { QUEUES, type QueueName } from '../../../../common/jobs/catalogue.ts';
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
    const jobs = await queue.getJobs(['prioritized']);
    await queue.obliterate();
    await queue.close();
    return jobs.map(({ data }) => data);
  }

  it('makes one job of rings for the same thing', async () => {
    for (let time = 0; time < 3; time += 1)
      await doorbell.ring('purge-contact-type', { contactTypeId: 7, userId: 5 });
    await doorbell.ring('purge-contact-type', { contactTypeId: 8, userId: 5 });
    expect(await waitingIn('removals')).to.have.deep.members([
      { contactTypeId: 7, userId: 5 },
      { contactTypeId: 8, userId: 5 },
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
    expect(await waitingIn('links')).to.have.deep.members([
      { senderId: 7, userId: 5, nonce: 1 },
      { senderId: 7, userId: 5, nonce: 2 },
    ]);
  });

  const ringIn: Readonly<Record<QueueName, (userId: number, at: number) => Promise<void>>> = {
    imports: (userId, importId) => doorbell.ring('import-contacts', { importId, userId }),
    trials: (userId, importId) => doorbell.ring('try-import', { importId, userId }),
    sends: (userId, singleSendId) => doorbell.ring('start-single-send', { singleSendId, userId }),
    walks: (userId, singleSendId) => doorbell.ring('walk-audience', { singleSendId, userId }),
    'first-slices': (userId, at) => doorbell.ring('deliver-first-slice', { mailing: `send-${at}`, userId }),
    ends: (userId, at) => doorbell.ring('finish-mailing', { mailing: `send-${at}`, userId }),
    messages: (userId, messageId) => doorbell.ring('deliver-message', { messageId, userId }),
    tests: (userId, at) => doorbell.ring('send-test', { testId: String(at), userId }),
    slices: (userId, at) =>
      doorbell.ring('deliver-slice', { mailing: `send-${at}`, userId, lane: 0, turn: 0 }),
    automations: (userId, automationId) => doorbell.ring('automation-walk', { automationId, userId }),
    segments: (userId, contactTypeId) => doorbell.ring('refresh-segments', { contactTypeId, userId }),
    erasures: (userId) => doorbell.ring('erase-addresses', { userId }, { fold: false }),
    removals: (userId, contactTypeId) => doorbell.ring('purge-contact-type', { contactTypeId, userId }),
    webhooks: (userId, webhookId) => doorbell.ring('call-webhook', { webhookId, userId }),
    'first-webhooks': (userId, webhookId) => doorbell.ring('call-first-webhook', { webhookId, userId }),
    'late-webhooks': (userId, webhookId) => doorbell.ring('call-late-webhook', { webhookId, userId }),
    links: (userId, senderId) => doorbell.ring('mail-verification', { senderId, userId, nonce: 1 }),
    chores: (userId) => doorbell.ring('send-notices', { userId }, { fold: false }),
  };
  for (const queue of QUEUES) {
    it(`lets no account wait for many jobs of another: ${queue}`, async () => {
      for (let at = 0; at < 50; at += 1) await ringIn[queue](1, at);
      await ringIn[queue](2, 1000);
      await ringIn[queue](2, 1001);
      const taken = await takenFrom(queue, 52);
      expect([taken.indexOf(2), taken.lastIndexOf(2)]).to.deep.equal([1, 3]);
    });
  }
});
