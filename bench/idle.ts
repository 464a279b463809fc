import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { bundleBare } from './support/bare.ts';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { type Program, usageOf } from './support/processes.ts';
import { sendNewsletter } from './support/send-newsletter.ts';
import { startStack } from './support/stack.ts';

/**
 * CPU of the API, a worker, MongoDB and Redis while they are idle, compared with bare programs with the same connections and
 * queues. Also the time until a send begins then. The stores have contacts and sends that are completed.
 */
const PARTS = ['the API', 'a worker', 'MongoDB', 'Redis'];
const CONTACTS = 10_000;
const SENDS = 5;
/** Milliseconds after the start, and after a send, in which programs finish what they began. */
const SETTLED_MS = 15_000;
const IDLE_MS = 60_000;
/** Milliseconds between two looks for the first mail. */
const LOOK_MS = 2;

const stack = await startStack();
try {
  await layGround(stack.call);
  await fillContacts(stack.keys.user_id, CONTACTS);
  await stack.call('/contacts-type/add', { name: 'One' });
  await fillContacts(stack.keys.user_id, 1, 2);
  const worker = stack.startWorker();
  // The first send compiles the code.
  await firstMail();
  const ours = await idleOf(stack.api, worker);
  const starts: number[] = [];
  for (let send = 0; send < SENDS; send += 1) {
    starts.push(await firstMail());
    await pause(1000 * Math.random());
  }
  await Promise.all([stack.api.stop(), worker.stop()]);
  const startBare = await bundleBare(stack);
  const bare = { api: await startBare('api'), worker: await startBare('worker') };
  const bound = await idleOf(bare.api, bare.worker);
  await Promise.all([bare.api.stop(), bare.worker.stop()]);
  const rows = (idle: Idle, of: string) =>
    PARTS.map((part, at) => ({
      what: `of that, ${part}${of}`,
      value: Number(idle.each[at]!.toFixed(1)),
      unit: 'ms CPU a second',
    }));
  report(
    { what: 'all four together', value: Number(ours.sum.toFixed(1)), unit: 'ms CPU a second' },
    ...rows(ours, ''),
    { what: 'commands to MongoDB', value: Math.round(ours.commands), unit: 'a second' },
    { what: 'all four with bare programs', value: Number(bound.sum.toFixed(1)), unit: 'ms CPU a second' },
    ...rows(bound, ', bare'),
    {
      what: 'compared with bare programs',
      value: Number((ours.sum / bound.sum).toFixed(2)),
      unit: '×',
      goal: { atMost: 1.75 },
    },
    {
      what: 'from the request to the mail, one recipient',
      value: Math.round(median(starts)),
      unit: 'ms',
      goal: { atMost: 150 },
    },
  );
} finally {
  await stack.stop();
}

interface Idle {
  /** Milliseconds of CPU a second, in the order of `PARTS`. */
  readonly each: readonly number[];
  readonly sum: number;
  /** Commands to MongoDB a second. */
  readonly commands: number;
}

/** The CPU of the stores and two programs while they are idle. */
async function idleOf(api: Pick<Program, 'pid'>, worker: Pick<Program, 'pid'>): Promise<Idle> {
  await pause(SETTLED_MS);
  const used = () => [api, worker, stack.mongod, stack.redis].map(({ pid }) => usageOf(pid).cpu);
  const before = await commandsSoFar();
  // Our own connection would be a part of what is measured.
  await disconnectMongo();
  const [already, began] = [used(), performance.now()];
  await pause(IDLE_MS);
  const seconds = (performance.now() - began) / 1000;
  const each = used().map((cpu, at) => (cpu - already[at]!) / 1000 / seconds);
  await connectMongo(stack.environment['MONGODB_URL']!);
  const commands = ((await commandsSoFar()) - before) / seconds;
  return { each, sum: each.reduce((total, value) => total + value, 0), commands };
}

/** Milliseconds from the request of a send to one recipient until the mail server has the mail. */
async function firstMail(): Promise<number> {
  const already = await stack.sink.count();
  const asked = performance.now();
  await sendNewsletter(stack.call, { entry: 'contacts_2' });
  while ((await stack.sink.count()) === already) await pause(LOOK_MS);
  return performance.now() - asked;
}

async function commandsSoFar(): Promise<number> {
  const { network } = await mongoose.connection.db!.admin().command({ serverStatus: 1 });
  return network.numRequests;
}
