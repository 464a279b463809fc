import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import { connectProducer, connectWorker } from '../common/redis/redis.ts';
import { startRedis } from '../local/redis.ts';
import { startCluster } from '../test/support/redis-sets.ts';
import { median, report } from './support/figures.ts';

/**
 * The cost of a hash tag in the keys of the queues, and of a cluster: rings of jobs, from the ring to the worker that
 * takes the job, on one server without and with the tag, and on a cluster of three, where one node has all keys of the tag.
 * The three are measured in turn; of three turns the median counts.
 */
const JOBS = Number(process.argv[2] ?? 20_000);
/** Jobs that are rung at the same time. */
const AT_ONCE = 32;
const TURNS = 3;
const TAG = '{bench}';

interface Place {
  readonly what: string;
  readonly url: string;
  readonly prefix: string;
}

const folder = mkdtempSync(join(tmpdir(), 'mailing-bench-'));
const server = await startRedis({ folder });
const cluster = await startCluster();
try {
  const places: readonly Place[] = [
    { what: 'one server', url: server.url(), prefix: 'bench' },
    { what: 'one server, a hash tag', url: server.url(), prefix: TAG },
    { what: 'a cluster of three', url: cluster.url, prefix: TAG },
  ];
  const turns: { rate: number; cpu: number }[][] = places.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, place] of places.entries()) turns[at]!.push(await ringAll(place));
  const rates = turns.map((those) => median(those.map(({ rate }) => rate)));
  const cpu = turns.map((those) => median(those.map((one) => one.cpu)));
  report(
    ...places.flatMap(({ what }, at) => [
      { what: `rings, ${what}`, value: Math.round(rates[at]!), unit: '/s' },
      { what: `CPU of the client, ${what}`, value: Math.round(cpu[at]!), unit: 'µs a ring' },
      ...(at === 0
        ? []
        : [
            {
              what: `${what}, compared with one server`,
              value: Math.round((100 * rates[at]!) / rates[0]!) / 100,
              unit: '×',
            },
          ]),
    ]),
  );
} finally {
  await server.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Rings all jobs, and waits until a worker has taken each once. */
async function ringAll({ url, prefix }: Place): Promise<{ rate: number; cpu: number }> {
  const [producer, consumer] = [connectProducer(url), connectWorker(url)];
  await Promise.all(
    [producer, consumer].map((redis) => new Promise((resolve) => redis.once('ready', resolve))),
  );
  const name = `bench-${performance.now()}`;
  const queue = new Queue(name, { connection: producer, prefix });
  const taken = new Set<number>();
  let end: () => void;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const worker = new Worker<{ number: number }>(
    name,
    async ({ data }) => {
      taken.add(data.number);
      if (taken.size === JOBS) end();
    },
    { connection: consumer, prefix, concurrency: 8 },
  );
  await worker.waitUntilReady();
  const [began, before] = [performance.now(), process.cpuUsage()];
  let next = 0;
  const ringer = async (): Promise<void> => {
    for (let number = next++; number < JOBS; number = next++) {
      await queue.add('job', { number }, { jobId: `job-${number}`, removeOnComplete: true });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ringer));
  await done;
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  await worker.close();
  await queue.close();
  producer.disconnect();
  consumer.disconnect();
  return { rate: JOBS / seconds, cpu: (user + system) / JOBS };
}
