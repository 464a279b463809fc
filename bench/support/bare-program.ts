/**
 * The parts of the API and a worker without our code: their connections with our settings, BullMQ's workers, a
 * listening socket. `ROLE`: `api`, `worker`, or `sends`, which does the commands and jobs of so many sends (`SENDS`) and ends. The first
 * two say on their standard error when they are ready.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Queue, Worker } from 'bullmq';
import mongoose from 'mongoose';
import { QUEUES } from '../../common/jobs/catalogue.ts';
import { connectProducer, connectWorker, type RedisConnection } from '../../common/redis/redis.ts';
import { connectMongo } from '../../common/store/connection.ts';
import { READY } from './bare-ready.ts';

/** Of one send to 200, as `bench/commands.ts` lists them: its jobs, and of each the commands that read, and that write with a journalled majority. */
const JOBS = 4;
const READS = 10;
const WRITES = 4;
/** Sends before those that are measured: what is compiled and connected once is not of a send. */
const WARM_UP = 20;
/** Sends that are under way at a time, as in a worker. */
const AT_ONCE = 8;
/** Milliseconds between two questions of an idle worker, and the settings of its BullMQ workers. */
const ASK_MS = 1000;
const WAITING = { lockDuration: 6000, stalledInterval: 3000, drainDelay: 10 };

const redisUrl = process.env['REDIS_URL']!;
await connectMongo(process.env['MONGODB_URL']!);
const documents = mongoose.connection.db!.collection<{ _id: number; value: number }>('bare');

if (process.env['ROLE'] === 'api') {
  connectProducer(redisUrl);
  await documents.findOne({});
  const server = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.error(READY);
} else if (process.env['ROLE'] === 'worker') {
  const connection = connectWorker(redisUrl);
  const workers = QUEUES.map(
    (queue) => new Worker(`bare-${queue}`, async () => {}, { connection, ...WAITING }),
  );
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  await documents.findOne({});
  setInterval(() => void documents.findOne({ _id: 0 }), ASK_MS);
  console.error(READY);
} else {
  const redis = connectProducer(redisUrl);
  await once(redis, 'ready');
  await doSends(redis, WARM_UP);
  const before = process.cpuUsage();
  const sends = Number(process.env['SENDS']);
  await doSends(redis, sends);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ cpu: (user + system) / sends, sends: WARM_UP + sends }));
  process.exit(0);
}

async function doSends(redis: RedisConnection, sends: number): Promise<void> {
  const name = `bare-${sends}`;
  const queue = new Queue(name, { connection: redis });
  const connection = connectWorker(redisUrl);
  let left = sends * JOBS;
  await new Promise<void>((end, fail) => {
    const work = async (send: number): Promise<void> => {
      for (let at = 0; at < READS; at += 1) await documents.findOne({ _id: send });
      for (let at = 0; at < WRITES; at += 1)
        await documents.updateOne({ _id: send }, { $inc: { value: 1 } }, { upsert: true });
      left -= 1;
      if (left === 0) end();
    };
    const worker = new Worker(name, ({ data }) => work(data.send), {
      connection,
      ...WAITING,
      concurrency: AT_ONCE,
    });
    worker.on('error', fail);
    for (let job = 0; job < sends * JOBS; job += 1) {
      void queue.add('send', { send: job % sends }, { removeOnComplete: true, removeOnFail: true });
    }
  });
}
