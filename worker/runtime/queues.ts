import type { Job } from 'bullmq';
import { atMostEvery } from '../../common/batching/at-most-every.ts';
import { JOBS, type JobName, QUEUES } from '../../common/jobs/catalogue.ts';
import { endLines, moveLinesOn } from '../../common/jobs/lines.ts';
import type { Logger } from '../../common/log.ts';
import { connectWorker } from '../../common/redis/redis.ts';
import { mongodbAway, redisAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { createAccountLanes, createKeptJobs, type RungJob } from './account-lanes.ts';
import type { WorkerContext } from './context.ts';
import { runJob } from './failures/run-job.ts';
import type { Jobs, Job as NamedJob, RunEnd } from './job.ts';
import { lanesOf } from './lanes.ts';
import { deleteOldQueues } from './old-queues.ts';
import { lookForStalled, QueueWorker } from './queue-worker.ts';

export type Queues = ReturnType<typeof startQueues>;

export function startQueues(context: WorkerContext, jobs: Jobs) {
  const { config, log, redis, ring, stopping } = context;
  const consumer = connectWorker(config.redisUrl);
  deleteOldQueues(consumer).catch((error: unknown) =>
    log.debug({ err: error }, 'queues of version 0.1.0 not deleted; the next start tries again'),
  );
  const lanes = lanesOf(context);
  const lostJobs = createLostJobs(log);
  const failed = (job: Job | undefined, error: unknown): void => {
    if (isStoreAway(error)) mongodbAway(error, log);
    else log.error({ job: job && jobFields(job), err: error }, 'job failed');
  };
  const redisFailed = (error: Error): void => {
    if (!lostJobs(error)) redisAway(error, log, consumer);
  };
  const kept = createKeptJobs(stopping);
  const workers = QUEUES.map((queue) => {
    const { all, ...ofAccount } = lanes[queue];
    const { keeps } = ofAccount;
    const inLane = createAccountLanes(ofAccount);
    if (keeps) kept.add(queue, inLane);
    const worker = new QueueWorker(
      queue,
      async (job) => {
        if (job.priority > 0) void moveLinesOn(redis, worker, job.priority).catch(() => {});
        let isLeft = false;
        const run = async (): Promise<void> => {
          isLeft = (await process(job, jobs, context)) === 'more';
        };
        const enter = (): Promise<void> => (rung ? inLane.enter(rung, run) : run());
        const again = async (): Promise<void> => {
          if (keeps) kept.begin(enter, (error) => failed(job, error));
          else await ring(job.name as JobName, job.data);
        };
        const rung = rungFor(job, again);
        await enter();
        return isLeft;
      },
      { connection: consumer, concurrency: all },
    );
    // Its key is free again now, so that rings of the sweep and this one are one job.
    worker.on('completed', (job, isLeft) => void (isLeft && ring(job.name as JobName, job.data)));
    worker.on('drained', () => void endLines(redis, worker).catch(() => {}));
    worker.on('error', redisFailed);
    worker.on('failed', failed);
    return worker;
  });
  const ended = new AbortController();
  void lookForStalled(workers, consumer, ended.signal, redisFailed);

  return {
    ring: kept.unlessKept(ring),
    async close(): Promise<void> {
      ended.abort();
      await Promise.all(workers.map((worker) => worker.close()));
      await kept.ended();
      consumer.disconnect();
    },
  };
}

const namesAccount = ({ name, data }: Job): boolean =>
  'userId' in data || name === ('mail-password' satisfies JobName);

/** Null for a job that {@link process} drops. */
function rungFor(job: Job, again: () => Promise<void>): RungJob | null {
  if (!(job.name in JOBS) || !namesAccount(job) || job.id === undefined) return null;
  const account = JOBS[job.name as 'send-notices'].account(job.data);
  return { account, key: job.id, again };
}

async function process(job: Job, jobs: Jobs, context: WorkerContext): Promise<RunEnd> {
  const log = context.log.child({ job: jobFields(job) });
  // Another version of the service may know this job.
  if (!(job.name in jobs)) return log.error('unknown job; it is dropped');
  // A job of an earlier version; the sweep rings for its work.
  if (!namesAccount(job)) return log.info('job without an account; it is dropped');
  return runJob(jobs[job.name as JobName] as NamedJob<JobName>, job.data, { ...context, log });
}

/** A job in log lines: the ids of its payload in snake_case, as in all lines, its name and its key. */
const jobFields = ({ name, id, data }: Pick<Job, 'name' | 'id' | 'data'>) => {
  const payload = Object.entries(data as object).map(([key, value]) => [fieldOf(key), value]);
  return { ...Object.fromEntries(payload), name, id };
};

const fieldOf = (key: string): string =>
  key === 'mailing' ? 'mailing_id' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const LOST = /(?:missing (?:key|lock)|could not renew lock|lock mismatch) for job/i;
const TELL_MS = 60_000;

/** Redis lost a running job, as after a restart without its data. Harmless: the sweep rings again. Logged once a minute. */
export function createLostJobs(log: Logger, tellMs = TELL_MS): (error: Error) => boolean {
  let lost = 0;
  const mayTell = atMostEvery(tellMs);
  return ({ message }) => {
    if (!LOST.test(message)) return false;
    lost += 1;
    if (mayTell()) {
      log.warn(
        { jobs: lost },
        'Redis lost running jobs, as in a restart without its data; the sweep rings again',
      );
      lost = 0;
    }
    return true;
  };
}
