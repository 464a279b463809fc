import { Queue } from 'bullmq';
import { expect } from 'chai';
import { type Config, readConfig } from '../../../common/config.ts';
import { QUEUES } from '../../../common/jobs/catalogue.ts';
import { createLogger } from '../../../common/log.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { connectProducer, queuePrefix, type RedisConnection } from '../../../common/redis/redis.ts';
import { connectMongo, disconnectMongo } from '../../../common/store/connection.ts';
import { ALL_PARTS } from '../../../worker/all-parts.ts';
import { assemble, type PartDefinition, type PartTable } from '../../../worker/runtime/part.ts';
import { createWorker } from '../../../worker/worker.ts';
import { prepareDatabase } from '../../support/databases.ts';
import { keepLog } from '../../support/kept-log.ts';
import { keptMongodbUrl, redisUrl } from '../../support/services.ts';
import { neverStopping } from '../../support/stopping.ts';
import { until } from '../../support/until.ts';

describe('a worker and its parts', () => {
  let config: Config;
  let redis: RedisConnection;

  before(async () => {
    config = readConfig({
      MONGODB_URL: await keptMongodbUrl('worker-worker'),
      REDIS_URL: await redisUrl('worker-worker'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      APP_SECRET: 'a secret of thirty-two characters or more',
      LOG_LEVEL: 'silent',
    });
    await connectMongo(config.mongodbUrl);
    await prepareDatabase();
    redis = connectProducer(config.redisUrl);
    await until(() => redis.status === 'ready', 'Redis');
  });
  after(async () => {
    redis.disconnect();
    await disconnectMongo();
  });

  async function waitingForJobs(): Promise<number> {
    const clients = (await redis.call('CLIENT', 'LIST')) as string;
    const { db } = redis.options as { readonly db: number };
    return clients.split('\n').filter((line) => line.includes(` db=${db} `) && / cmd=bzpopmin /.test(line))
      .length;
  }

  it('writes nothing until it runs, and is gone once it stopped', async () => {
    const worker = createWorker(config);
    const { context } = worker;
    await until(() => context.redis.status === 'ready', 'the connection of the worker');
    const written = async () => [await WorkerPresence.countDocuments(), await redis.dbsize()];
    expect(await written()).to.deep.equal([0, 0]);
    await worker.run();
    expect(await WorkerPresence.find().toArray()).to.have.length(1);
    await until(
      async () => (await waitingForJobs()) === QUEUES.length,
      'a worker of each queue to wait for jobs',
    );
    await worker.stop();
    expect(await WorkerPresence.countDocuments()).to.equal(0);
    expect(context.stopping.aborted).to.equal(true);
    await until(() => context.redis.status === 'end', 'the connection to close');
  });

  it('drops a job of an earlier version, which names no account', async () => {
    const { log, of } = keepLog('worker');
    const worker = createWorker(config, { log });
    const connection = connectProducer(config.redisUrl);
    await until(() => connection.status === 'ready', 'Redis');
    const queue = new Queue('slices', { connection, prefix: queuePrefix('slices') });
    await queue.add('deliver-slice', { mailing: 'send-1', lane: 0, turn: 0 });
    await worker.run();
    const dropped = () => of('job without an account; it is dropped');
    await until(() => dropped().length > 0, 'the job to be dropped');
    expect(dropped()[0]!['job']).to.include({ name: 'deliver-slice', mailing_id: 'send-1' });
    await worker.stop();
    await queue.close();
    connection.disconnect();
  });

  it('closes its connections without ever running, and not those that were given', async () => {
    const worker = createWorker(config, { redis });
    expect(worker.context.redis).to.equal(redis);
    await worker.stop();
    await until(() => worker.context.subscriber.status === 'end', 'the connection to close');
    expect(redis.status).to.equal('ready');
  });

  it('makes the parts first that others need, and closes them in reverse after all have finished', async () => {
    const steps: string[] = [];
    const noted = <Name extends keyof PartTable>(name: Name): PartDefinition<Name> => {
      const one: PartDefinition<Name> = ALL_PARTS[name];
      return {
        ...one,
        make(worker) {
          const made = one.make(worker);
          steps.push(`make ${name}`);
          return made;
        },
        async finish(made) {
          await one.finish?.(made);
          steps.push(`finish ${name}`);
        },
        async close(made) {
          await one.close?.(made);
          steps.push(`close ${name}`);
        },
      };
    };
    const renderer = noted('renderer');
    const paceView = noted('paceView');
    const transport = noted('transport');
    const tails = noted('tails');
    const presence = noted('presence');
    // The view of the pace needs the transport, and the transport the presence.
    const { paceView: _, ...rest } = ALL_PARTS;
    const others = { ...rest, renderer, transport, tails, presence };
    const worker = assemble(
      { paceView, ...others },
      {
        config,
        log: createLogger('worker', 'silent'),
        stopping: neverStopping(),
        hurry: neverStopping(),
        redis,
      },
    );
    const names = ['presence', 'transport', 'paceView', 'renderer', 'tails'];
    expect(steps).to.deep.equal(names.map((name) => `make ${name}`));
    steps.length = 0;
    await worker.finish();
    await worker.close();
    names.reverse();
    expect(steps).to.deep.equal([
      ...names.map((name) => `finish ${name}`),
      ...names.map((name) => `close ${name}`),
    ]);
  });

  it('shares the parts with copies of its context', async () => {
    const worker = createWorker(config, { redis });
    const copy = { ...worker.context };
    expect(Object.keys(copy)).to.include.members(Object.keys(ALL_PARTS));
    expect(copy.transport).to.equal(worker.context.transport);
    await worker.stop();
  });
});
