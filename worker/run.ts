import { type Job, Worker } from 'bullmq';
import type { Config } from '../common/config.ts';
import { useErasureSecrets } from '../common/erasures/key.ts';
import { type JobName, type JobPayloads, QUEUES, type QueueName } from '../common/jobs/catalogue.ts';
import { createDoorbell } from '../common/jobs/doorbell.ts';
import { endLines, moveOn } from '../common/jobs/lines.ts';
import type { Logger } from '../common/log.ts';
import { mongodbAway, redisAway } from '../common/outages.ts';
import { connectProducer, connectSubscriber, connectWorker, queuePrefix } from '../common/redis.ts';
import { createRenderer } from '../common/rendering/renderer.ts';
import { useOwnRules } from '../common/replies/classify.ts';
import { readOwnRules } from '../common/replies/own-rules.ts';
import { restAfter } from '../common/rest.ts';
import { isStoreAway } from '../common/store/store-away.ts';
import { createAccountLanes, type Rung } from './account-lanes.ts';
import { JOB_PROCESSORS } from './all-jobs.ts';
import { createNewSends } from './audience/new-sends.ts';
import type { WorkerContext } from './context.ts';
import { createTails } from './delivery/tails.ts';
import { readDkimKeys } from './dkim/keys.ts';
import { createMailKeys } from './dkim/mail-keys.ts';
import { runJob } from './failures/run-job.ts';
import { createKeptJobs } from './kept-jobs.ts';
import { createRecorder } from './ledger/recorder.ts';
import { createLostJobs } from './lost-jobs.ts';
import { createMailer } from './mailer.ts';
import { createMessagesWay } from './messages/way.ts';
import { readPaceFile } from './pace/pace-file.ts';
import { createPaceView, type PaceView } from './pace/view.ts';
import { announce } from './presence.ts';
import { createStarts, type Starts } from './starts.ts';
import { startSweep } from './sweep.ts';
import { createFairSemaphore } from './transport/fair-semaphore.ts';
import { createTransport } from './transport/transport.ts';

/** A running worker. `stop` finishes the mails that are being handed over, releases the rest, and takes at most about 8 s. */
export interface RunningWorker {
  readonly context: WorkerContext;
  readonly pace: PaceView;
  stop(): Promise<void>;
}

/** Milliseconds in which a worker that is told to stop finishes its mails; then it has a second to record them. */
const DRAIN_MS = 7000;

interface Lanes {
  /** Jobs of a queue that a worker does in parallel. */
  readonly all: number;
  /** Jobs of one account that it does in parallel, for queues whose jobs name their account. */
  readonly each?: number;
  /**
   * A job that waited for a lane is done without another ring, which costs as much as a small job. Only for jobs that no other worker does at
   * the same time even so: what such a worker has waiting is lost with it, and found by the sweep. Milliseconds for which a job is held that begins to wait, where
   * so many of its account do.
   */
  readonly keeps?: (kept: number) => number;
  /** Milliseconds for which such a lane rests after a job that took `tookMs`. */
  readonly rest?: (tookMs: number, account: number) => number;
}

/** The start of a send takes longer with a large design, or on a busy machine. A lane rests for a second at most. */
const restAfterStart = restAfter(150, 2, 1000);

/**
 * An erasure reads all contacts of its account (measured: 0.7 s of 200,000). An account that asks for one after the other rests in between, and no
 * longer than that each is done within a minute.
 */
const restAfterErasure = restAfter(1000, 2, 15_000);

/**
 * The more messages of an account wait in a worker, the more slowly it takes others of it from the queue: it needs some for its next groups, and to
 * take thousands at once would hold up other accounts. By chance, so that lanes become free one after the other.
 */
const holdMessage = (kept: number): number => Math.random() * Math.min(2 * kept, 2000);

/** A turn waits for its endpoint nearly all the time, and one that answers late must not hold up others. */
const WEBHOOK_TURNS = 50;

const lanesOf = (config: Config, starts: Starts): Record<QueueName, Lanes> => ({
  imports: { all: 1 },
  sends: {
    all: 12,
    each: 2,
    rest: (tookMs, account) => Math.max(restAfterStart(tookMs), starts.restOf(account, tookMs)),
  },
  // With one each, a send to a hundred would wait for the five hundred mails that the first slice of a large one has.
  'first-slices': { all: 8, each: 2 },
  // Walks take turns, and a start or an end of a send waits for none of them.
  walks: { all: 4, each: 2 },
  ends: { all: 4, each: 2 },
  // Each account has as many as make groups worth while (decision 031). With more, one that sends thousands delays another's message in the same worker.
  messages: { all: 128, each: 16, keeps: holdMessage },
  tests: { all: 2, each: 1 },
  slices: { all: config.workerSlices },
  automations: { all: 2 },
  segments: { all: 2 },
  erasures: { all: 2, each: 1, rest: restAfterErasure },
  webhooks: { all: WEBHOOK_TURNS },
  chores: { all: 2 },
});

/** Starts a BullMQ worker for each queue, and the sweep. MongoDB must be connected. */
export async function runWorker(config: Config, log: Logger): Promise<RunningWorker> {
  // These are first because a key or a rule that can't be used stops the start.
  const platform = readDkimKeys(config.dkim);
  const rules = readPaceFile(config.paceFile);
  useOwnRules(readOwnRules(config.replyRulesFile));
  useErasureSecrets(config);
  const stopping = new AbortController();
  const hurry = new AbortController();
  const presence = await announce(config.workerSlices, log);
  const producer = connectProducer(config.redisUrl);
  const consumer = connectWorker(config.redisUrl);
  const subscriber = connectSubscriber(config.redisUrl);
  const doorbell = createDoorbell(producer, log);
  const transport = createTransport(config, { redis: producer, log, workers: presence.workers, rules });
  const pace = createPaceView(transport, producer, presence.id);
  const context: WorkerContext = {
    config,
    log,
    ring: doorbell.ring,
    transport,
    mailKeys: createMailKeys(config, platform),
    semaphore: createFairSemaphore(transport.capacity),
    starts: createStarts(),
    newSends: createNewSends(producer, subscriber),
    way: createMessagesWay(),
    recorder: createRecorder({ mails: config.recordMails, ms: config.recordMs }),
    tails: createTails(),
    renderer: createRenderer(config, log),
    mailer: createMailer(config, platform),
    stopping: stopping.signal,
    hurry: hurry.signal,
  };
  const lanes = lanesOf(config, context.starts);
  const lostJobs = createLostJobs(log);
  const failed = (job: Job | undefined, error: unknown): void => {
    if (isStoreAway(error)) mongodbAway(error, log);
    else log.error({ job: job?.name, payload: job?.data, err: error }, 'job failed');
  };
  const kept = createKeptJobs(stopping.signal);
  const workers = QUEUES.map((queue) => {
    const { all, each, rest, keeps } = lanes[queue];
    const inLane = each === undefined ? null : createAccountLanes(each, rest, keeps);
    if (inLane && keeps) kept.add(queue, inLane);
    const worker = new Worker(
      queue,
      async (job) => {
        // If this fails, the lines are only less fair.
        if (job.priority > 0) void moveOn(producer, worker, job.priority).catch(() => {});
        const run = () => process(job.name as JobName, job.data, context);
        const enter = (): Promise<void> => (inLane && rung ? inLane.enter(rung, run) : run());
        const again = async (): Promise<void> => {
          if (keeps) kept.begin(enter, (error) => failed(job, error));
          else await doorbell.ring(job.name as JobName, job.data);
        };
        const rung = rungFor(job, again);
        await enter();
      },
      {
        connection: consumer,
        prefix: queuePrefix(consumer),
        concurrency: all,
        // A crashed worker's job is taken over soon, because new rings with its key are dropped. A job may be done twice without harm.
        lockDuration: 6000,
        stalledInterval: 3000,
        maxStalledCount: 100,
        // Seconds that it waits for a ring before it asks again: each question wakes an idle worker and Redis.
        drainDelay: 10,
      },
    );
    worker.on('drained', () => void endLines(producer, worker).catch(() => {}));
    worker.on('error', (error) => {
      if (!lostJobs(error)) redisAway(error, log, consumer);
    });
    worker.on('failed', failed);
    return worker;
  });
  const sweep = startSweep(
    { ...context, ring: kept.unlessKept(doorbell.ring) },
    JOB_PROCESSORS,
    presence.workers,
  );

  return {
    context,
    pace,
    async stop() {
      stopping.abort();
      const drained = setTimeout(() => hurry.abort(), DRAIN_MS);
      await sweep.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      await kept.ended();
      await context.tails.ended();
      clearTimeout(drained);
      await presence.leave();
      await pace.close();
      await context.renderer.close();
      await transport.close();
      await doorbell.close();
      producer.disconnect();
      consumer.disconnect();
      subscriber.disconnect();
    },
  };
}

/** The account of a job and how it comes again; null for a job without an account, such as one of an earlier version. */
function rungFor({ data, id }: Job, again: () => Promise<void>): Rung | null {
  return typeof data.userId === 'number' && id !== undefined
    ? { account: data.userId, key: id, again }
    : null;
}

async function process<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  context: WorkerContext,
): Promise<void> {
  // Another version of the service may know this job.
  if (!(name in JOB_PROCESSORS)) return context.log.error({ job: name }, 'no such job');
  const log = context.log.child({ job: name, ...(payload as object) });
  await runJob<Name>(JOB_PROCESSORS[name], payload, { ...context, log });
}
