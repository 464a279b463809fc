import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connectMongo, disconnectMongo } from '../common/mongo/connection.ts';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { usageOf } from './support/processes.ts';
import { sendNewsletter } from './support/send-newsletter.ts';
import { startStack } from './support/stack.ts';

/**
 * CPU of the API, a worker, MongoDB and Redis while nothing is to be done, and how soon a send begins then. The stores have
 * contacts and sends that are completed.
 */
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
  const processes = { api: stack.api, worker, mongod: stack.mongod, redis: stack.redis };
  // The first send compiles the code.
  await firstMail();
  await pause(SETTLED_MS);
  const names = Object.keys(processes) as (keyof typeof processes)[];
  const used = () => names.map((name) => usageOf(processes[name].pid).cpu);
  const commands = await commandsSoFar();
  // Our own connection would be a part of what is measured.
  await disconnectMongo();
  const [before, began] = [used(), performance.now()];
  await pause(IDLE_MS);
  const seconds = (performance.now() - began) / 1000;
  const each = used().map((cpu, at) => (cpu - before[at]!) / 1000 / seconds);
  await connectMongo(stack.environment['MONGODB_URL']!);
  const asked = ((await commandsSoFar()) - commands) / seconds;
  const starts: number[] = [];
  for (let send = 0; send < SENDS; send += 1) {
    starts.push(await firstMail());
    await pause(1000 * Math.random());
  }
  const sum = each.reduce((total, value) => total + value, 0);
  report(
    {
      what: 'all four together',
      value: Number(sum.toFixed(1)),
      unit: 'ms CPU a second',
      goal: { atMost: 10 },
    },
    ...names.map((name, at) => ({
      what: `of that, ${{ api: 'the API', worker: 'a worker', mongod: 'MongoDB', redis: 'Redis' }[name]}`,
      value: Number(each[at]!.toFixed(1)),
      unit: 'ms CPU a second',
    })),
    { what: 'commands to MongoDB', value: Math.round(asked), unit: 'a second' },
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
