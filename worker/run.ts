import { type Job, Worker } from 'bullmq';
import type { Config } from '../common/config.ts';
import { JOBS, type JobName, type JobPayloads, QUEUES, type QueueName } from '../common/jobs/catalogue.ts';
import { createDoorbell, type Ring } from '../common/jobs/doorbell.ts';
import { endLines, moveOn } from '../common/jobs/lines.ts';
import type { Logger } from '../common/log.ts';
import { mongodbAway, redisAway } from '../common/outages.ts';
import { connectProducer, connectWorker, queuePrefix } from '../common/redis.ts';
import { restAfter } from '../common/rest.ts';
import { isStoreAway } from '../common/store-away.ts';
import { createAccountLanes, type Rung } from './account-lanes.ts';
import type { WorkerContext } from './context.ts';
import { createGate } from './delivery/gate.ts';
import { createRecorder } from './delivery/recorder.ts';
import { readDkimKeys } from './dkim/keys.ts';
import { createSigner } from './dkim/signer.ts';
import { runJob } from './failures/run-job.ts';
import { createLostJobs } from './lost-jobs.ts';
import { createMailer } from './mailer.ts';
import { announce } from './presence.ts';
import { createWorkerRenderer } from './renderer.ts';
import { startSweep } from './sweep.ts';
import { createTransport } from './transport/transport.ts';

/** A worker at work. `stop` lets what is in flight end, gives back the rest and takes at most about 8 s. */
export interface RunningWorker {
  readonly context: WorkerContext;
  stop(): Promise<void>;
}

/** What is in flight when a worker is told to stop has this long; then it has a second to be recorded. */
const DRAIN_MS = 7000;

interface Lanes {
  /** Jobs of a queue that a worker does at a time. */
  readonly all: number;
  /** Those of one account, of queues whose jobs name theirs. */
  readonly each?: number;
  /** The rest of such a lane after a job that took so many milliseconds. */
  readonly rest?: (tookMs: number) => number;
}

/** Starts that take longer are those of large designs, or of a machine that is busy with them; a rest has a second at most. */
const restAfterStart = restAfter(150, 2, 1000);

const lanesOf = (config: Config): Record<QueueName, Lanes> => ({
  imports: { all: 1 },
  sends: { all: 4, each: 2, rest: restAfterStart },
  'first-slices': { all: 2, each: 1 },
  slices: { all: config.workerSlices },
  automations: { all: 2 },
  segments: { all: 2 },
  chores: { all: 2 },
});

/** Starts a BullMQ worker a queue, and the sweep, on a MongoDB that is connected already. */
export async function runWorker(config: Config, log: Logger): Promise<RunningWorker> {
  // First of all: a key that can't be used stops the start.
  const signer = createSigner(readDkimKeys(config.dkim));
  const stopping = new AbortController();
  const hurry = new AbortController();
  const presence = await announce(config.workerSlices, log);
  const producer = connectProducer(config.redisUrl);
  const consumer = connectWorker(config.redisUrl);
  const doorbell = createDoorbell(producer, log);
  const transport = createTransport(config, { redis: producer, log, workers: presence.workers, signer });
  const context: WorkerContext = {
    config,
    log,
    ring: doorbell.ring,
    transport,
    gate: createGate(transport.capacity),
    recorder: createRecorder({ mails: config.recordMails, ms: config.recordMs }),
    renderer: createWorkerRenderer(config, log),
    mailer: createMailer(config, signer),
    stopping: stopping.signal,
    hurry: hurry.signal,
  };
  const lanes = lanesOf(config);
  const lostJobs = createLostJobs(log);
  const workers = QUEUES.map((queue) => {
    const { all, each, rest } = lanes[queue];
    const inLane = each === undefined ? null : createAccountLanes(each, rest);
    const worker = new Worker(
      queue,
      async (job) => {
        // Without it the lines are only less fair.
        if (job.priority > 0) void moveOn(producer, worker, job.priority).catch(() => {});
        const run = () => process(job, context);
        const rung = inLane && rungFor(job, doorbell.ring);
        await (rung ? inLane(rung, run) : run());
      },
      {
        connection: consumer,
        prefix: queuePrefix(consumer),
        concurrency: all,
        // A job is done twice without harm, so a crashed worker's is taken up soon: its key would swallow new rings.
        lockDuration: 6000,
        stalledInterval: 3000,
        maxStalledCount: 100,
      },
    );
    worker.on('drained', () => void endLines(producer, worker).catch(() => {}));
    worker.on('error', (error) => {
      if (!lostJobs(error)) redisAway(error, log, consumer);
    });
    worker.on('failed', (job, error) => {
      if (isStoreAway(error)) mongodbAway(error, log);
      else log.error({ job: job?.name, payload: job?.data, err: error }, 'job failed');
    });
    return worker;
  });
  const sweep = startSweep(context, presence.workers);

  return {
    context,
    async stop() {
      stopping.abort();
      const drained = setTimeout(() => hurry.abort(), DRAIN_MS);
      await sweep.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(drained);
      await presence.leave();
      await context.renderer.close();
      await transport.close();
      await doorbell.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** Whose it is and how it is rung for again; null of a job that does not say, as those of versions before did not. */
function rungFor({ name, data, id }: Job, ring: Ring): Rung | null {
  if (typeof data.userId !== 'number' || id === undefined) return null;
  const key = id.slice(`${name}-`.length);
  return { account: data.userId, key: id, again: () => ring(name as JobName, data, key) };
}

async function process(job: Job, context: WorkerContext): Promise<void> {
  const name = job.name as JobName;
  if (!(name in JOBS)) return context.log.error({ job: name }, 'no such job');
  const log = context.log.child({ job: name, ...job.data });
  await runJob(name, job.data as JobPayloads[JobName], { ...context, log });
}
