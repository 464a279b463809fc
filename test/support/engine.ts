import { isDeepStrictEqual } from 'node:util';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { isMongodbSettled } from '../../common/store/outages.ts';
import { ALL_CHORES } from '../../worker/all-chores.ts';
import { JOB_PROCESSORS } from '../../worker/all-jobs.ts';
import type { WorkerContext } from '../../worker/runtime/context.ts';
import { runJob } from '../../worker/runtime/failures/run-job.ts';
import type { Jobs } from '../../worker/runtime/job.ts';
import { sweep } from '../../worker/runtime/sweep.ts';
import { OUTAGE_GRACE_MS } from '../../worker/sending/delivery/lease-batches.ts';
import { startSingleSend } from '../../worker/sending/single-sends/start.ts';
import { createWorker, type GivenParts, type Worker } from '../../worker/worker.ts';
import { type Api, canShare, sharedMail, startApi, startOwnApi } from './api.ts';
import { anAccount, aSend, type Ground } from './factories.ts';
import { type GivenPayload, withAccount } from './job-payloads.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { rows } from './rows.ts';
import { atEndOfRun } from './services.ts';
import { sliceTimes } from './slice-times.ts';
import { storeWrites } from './store-writes.ts';
import { until } from './until.ts';
import { detailsOf } from './world.ts';

sliceTimes.long();

/** The worker without its queue: tests call the jobs, with real stores and a real mail server. */
export interface Engine {
  api: Api;
  mail: MailServer;
  /** A worker that does not run: it takes no jobs by itself. */
  worker: WorkerContext;
  /** Another worker with these parts and settings. It shares the connections of the first, but those to mail servers where `smtpUrls` is given. */
  another(parts: GivenParts, settings?: Partial<WorkerContext['config']>): WorkerContext;
  /** Jobs that were rung for and have not run. */
  rung: Rung[];
  jobs: Jobs;
  /** Runs a job, as a worker that was rung for it. */
  run<Name extends JobName>(name: Name, payload: GivenPayload<Name>, worker?: WorkerContext): Promise<void>;
  /** Runs the jobs that were rung for until no more are rung for; equal jobs that wait run once. */
  work(worker?: WorkerContext): Promise<void>;
  /** Runs a round of the sweep. */
  sweep(worker?: WorkerContext): Promise<void>;
  /** Runs a round of the sweep, and the jobs that it rings for. */
  sweepOnce(worker?: WorkerContext): Promise<void>;
  /** Runs all jobs and several rounds of the sweep: a sent mail may make the next one due. After a round that wrote nothing, the next would find the same. */
  settle(worker?: WorkerContext): Promise<void>;
  /** An account with everything a send needs. */
  ground(): Promise<Ground>;
  stop(): Promise<void>;
}

interface Rung {
  name: JobName;
  payload: JobPayloads[JobName];
}

/** After this many rounds the jobs ring in an endless loop. */
const ENDLESS = 2000;

type Environment = Readonly<Record<string, string>>;

/**
 * The engine that test files of this process share, or one of its own for a test that needs other settings. A test that looks at all accounts
 * uses `startOwnEngine`.
 */
export async function startEngine(name: string, environment: Environment = {}): Promise<Engine> {
  const engine = await (canShare(environment) ? borrowEngine() : startOwnEngine(name, environment));
  // After an outage that an earlier test file played, workers take over no expired leases for so long. It ends with the connection to a store.
  await until(() => isMongodbSettled(OUTAGE_GRACE_MS), 'the end of an earlier outage');
  return engine;
}

let shared: Promise<MadeEngine> | undefined;

async function borrowEngine(): Promise<Engine> {
  const api = await startApi('shared');
  shared ??= sharedMail().then((mail) => {
    const made = makeEngine(api, mail);
    atEndOfRun(made.close);
    return made;
  });
  const engine = await shared;
  return {
    ...engine,
    api,
    async stop() {
      await engine.closeOthers();
      engine.rung.length = 0;
      engine.mail.mails.length = 0;
      engine.mail.answer(() => null);
      await api.stop();
    },
  };
}

/** Starts an engine with a database and a mail server of its own. */
export async function startOwnEngine(name: string, environment: Environment = {}): Promise<Engine> {
  const mail = await startMailServer();
  const api = await startOwnApi(name, { SMTP_URL: mail.url, SMTP_CONNECTIONS: '3', ...environment });
  const engine = makeEngine(api, mail);
  return {
    ...engine,
    async stop() {
      await engine.close();
      await api.stop();
      await mail.stop();
    },
  };
}

interface MadeEngine extends Omit<Engine, 'stop'> {
  /** Stops the workers that `another` made. */
  closeOthers(): Promise<void>;
  /** Stops all workers. */
  close(): Promise<void>;
}

function makeEngine(api: Api, mail: MailServer): MadeEngine {
  const rung: Rung[] = [];
  const workers = makeWorkers(api, rung);
  const run: Engine['run'] = async (name, payload, by = workers.worker) => {
    const whole = await withAccount(name, payload);
    if ((await runJob(JOB_PROCESSORS[name], whole, by)) === 'more')
      rung.push({ name, payload: whole } as Rung);
    await by.tails.ended();
  };
  const work: Engine['work'] = (by) => runRung(rung, ({ name, payload }) => run(name, payload, by));
  const sweepRound: Engine['sweep'] = (by = workers.worker) => lookOnce(by);
  const sweepOnce: Engine['sweepOnce'] = async (by) => {
    await sweepRound(by);
    await work(by);
  };
  return {
    api,
    mail,
    ...workers,
    rung,
    jobs: JOB_PROCESSORS,
    run,
    work,
    sweep: sweepRound,
    sweepOnce,
    async settle(by) {
      await work(by);
      for (let round = 0; round < 3; round += 1) {
        const before = storeWrites();
        if (before === 0) throw new Error('The writes of this process were not seen.');
        await sweepOnce(by);
        if (storeWrites() === before) return;
      }
    },
    ground: () => anAccount(api),
  };
}

/** Runs a round of the sweep that looks once at each chore, however long it takes on a busy machine. */
async function lookOnce(worker: WorkerContext): Promise<void> {
  const long = new Map<string, Promise<void>>();
  await sweep(worker, ALL_CHORES, {
    mostMs: Number.POSITIVE_INFINITY,
    long,
    againMs: Number.POSITIVE_INFINITY,
  });
}

/** Runs what was rung for until no more is; of equal jobs that wait, one. */
async function runRung(rung: Rung[], run: (one: Rung) => Promise<void>): Promise<void> {
  for (let done = 0; rung.length > 0; done += 1) {
    if (done > ENDLESS) throw new Error(`the jobs ring for one another: ${JSON.stringify(rung[0])}`);
    const next = rung.shift()!;
    const others = rung.filter((one) => !isDeepStrictEqual(one, next));
    rung.splice(0, rung.length, ...others);
    await run(next);
  }
}

/** A worker that notes what it rings for, and those that share its connections. */
function makeWorkers(
  { config }: Api,
  rung: Rung[],
): Pick<MadeEngine, 'worker' | 'another' | 'closeOthers' | 'close'> {
  const first = createWorker(config, { ring: async (name, payload) => void rung.push({ name, payload }) });
  const others: Worker[] = [];
  const closeOthers = async (): Promise<void> => {
    for (const one of others.splice(0).toReversed()) await one.stop();
  };
  return {
    worker: first.context,
    another(parts, settings = {}) {
      const { log, ring, redis, subscriber, newSends, renderer, transport, semaphore } = first.context;
      const shared = { log, ring, redis, subscriber, newSends, renderer };
      const servers = settings.smtpUrls ? {} : { transport, semaphore };
      const made = createWorker({ ...config, ...settings }, { ...shared, ...servers, ...parts });
      others.push(made);
      return made.context;
    },
    closeOthers,
    async close() {
      // The first is last: the others use its connections.
      await closeOthers();
      await first.stop();
    },
  };
}

/** A single send that is tested, with its parts in the database. */
export interface Subject {
  id: number;
  userId: number;
  utr: string;
  mailing: string;
  send(): Promise<SingleSendDocument>;
  document(): Promise<MailingDocument>;
  /** The details that the API shows. */
  details(): Promise<Record<string, number & string>>;
  rows(): Promise<DeliveryDocument[]>;
  /** The ledger row of an address. */
  row(email: string): Promise<DeliveryDocument>;
  batches(): Promise<BatchDocument[]>;
}

/** Creates a send to the contacts of `ground` through the API. */
export async function createSend(ground: Ground, fields = {}): Promise<Subject> {
  const answer = await ground.client.post('/single/send/create', aSend(ground, fields));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id, utr } = answer.body as { id: number; utr: string };
  const mailing = mailingOfSend(id);
  return {
    id,
    userId: ground.client.user_id,
    utr,
    mailing,
    send: async () => (await rows(SingleSend).findOne({ _id: id }))!,
    document: async () => (await rows(Mailing).findOne({ _id: mailing }))!,
    details: () => detailsOf(ground.client, utr),
    rows: () => rows(Delivery).find({ mailing }).sort({ _id: 1 }).toArray(),
    row: async (email) => (await rows(Delivery).findOne({ mailing, email }))!,
    batches: () => rows(Batch).find({ mailing }).sort({ _id: 1 }).toArray(),
  };
}

/** Creates a send and opens it for delivery: its audience is frozen, and no mail has been handed over. */
export async function openSend({ worker, rung }: Engine, ground: Ground, fields = {}): Promise<Subject> {
  const subject = await createSend(ground, fields);
  await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, worker);
  rung.length = 0;
  return subject;
}

/** Addresses `prefix0@example.com` and so on. */
export const people = (count: number, prefix = 'person'): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}@example.com`);
