import { type Job, Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import {
  connectProducer,
  connectWorker,
  queuePrefix,
  type RedisConnection,
} from '../../../../common/redis/redis.ts';
import { lookForStalled, QueueWorker } from '../../../../worker/runtime/queue-worker.ts';
import { redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

describe('a worker of a queue', () => {
  const QUEUE = 'chores';
  const prefix = queuePrefix(QUEUE);
  let redis: RedisConnection;
  let connection: RedisConnection;
  let queue: Queue;
  let worker: QueueWorker;
  let done: unknown[];
  let work: (job: Job) => Promise<void>;
  let stopping: AbortController;
  const failures: Error[] = [];

  before(async () => {
    redis = connectProducer(await redisUrl('queue-worker'));
    connection = connectWorker(await redisUrl('queue-worker'));
    await until(() => redis.status === 'ready', 'Redis');
    queue = new Queue(QUEUE, { connection: redis, prefix });
  });
  after(async () => {
    await queue.close();
    redis.disconnect();
    connection.disconnect();
  });
  beforeEach(() => {
    done = [];
    work = async () => {};
    stopping = new AbortController();
  });
  afterEach(async () => {
    stopping.abort();
    await worker.close();
    expect(failures).to.deep.equal([]);
  });

  function start(): void {
    worker = new QueueWorker(
      QUEUE,
      async (job) => {
        await work(job);
        done.push(job.data);
      },
      { connection, concurrency: 2 },
    );
    void lookForStalled([worker], connection, stopping.signal, (error) => failures.push(error));
  }

  it('does jobs as they come', async () => {
    start();
    for (const at of [1, 2]) {
      await queue.add('job', { at }, { removeOnComplete: true });
      await until(() => done.length === at, `job ${at}`);
    }
    expect(done).to.deep.equal([{ at: 1 }, { at: 2 }]);
  });

  it('does the job of a worker that died with it, once', async () => {
    const dead = new Worker(QUEUE, null, { connection, prefix, lockDuration: 100, autorun: false });
    await queue.add('job', { of: 'the dead' }, { removeOnComplete: true });
    await until(
      async () => (await dead.getNextJob('token', { block: false })) !== undefined,
      'the job to be taken',
    );
    start();
    await until(() => done.length > 0, 'the job to be done');
    await until(async () => (await queue.getActiveCount()) === 0, 'its end');
    expect(done).to.deep.equal([{ of: 'the dead' }]);
    await dead.close();
  });

  it('keeps its job for as long as it takes, and again after a rest', async () => {
    start();
    for (const at of [1, 2]) {
      let end!: () => void;
      work = () =>
        new Promise((resolve) => {
          end = resolve;
        });
      const { id } = await queue.add('job', { at }, { removeOnComplete: true });
      const left = (): Promise<number> => redis.pttl(queue.toKey(`${id}:lock`));
      await until(async () => (await left()) > 0, 'the job to be taken');
      let least = await left();
      await until(async () => {
        const now = await left();
        if (now > least) return true;
        least = now;
        return false;
      }, 'the lock to be renewed');
      end();
      await until(() => done.length === at, 'its end');
    }
  });
});
