import { setTimeout as pause } from 'node:timers/promises';
import { bundleBare } from './support/bare.ts';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { IDLE_PARTS, type Idle, idleOf } from './support/idle.ts';
import { sendNewsletter } from './support/send-newsletter.ts';
import { startStack } from './support/stack.ts';

/**
 * CPU of the API, a worker, MongoDB and Redis while they are idle, compared with bare programs with the same connections and
 * queues. Also the time until a send begins then. The stores have contacts and sends that are completed.
 */
const CONTACTS = 10_000;
const SENDS = 5;
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
  const ours = await idleOf(stack, stack.api, worker);
  const starts: number[] = [];
  for (let send = 0; send < SENDS; send += 1) {
    starts.push(await firstMail());
    await pause(1000 * Math.random());
  }
  await Promise.all([stack.api.stop(), worker.stop()]);
  const startBare = await bundleBare(stack);
  const bare = { api: await startBare('api'), worker: await startBare('worker') };
  const bound = await idleOf(stack, bare.api, bare.worker);
  await Promise.all([bare.api.stop(), bare.worker.stop()]);
  const rows = (idle: Idle, of: string) =>
    IDLE_PARTS.map((part, at) => ({
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

/** Milliseconds from the request of a send to one recipient until the mail server has the mail. */
async function firstMail(): Promise<number> {
  const already = await stack.sink.count();
  const asked = performance.now();
  await sendNewsletter(stack.call, { entry: 'contacts_2' });
  while ((await stack.sink.count()) === already) await pause(LOOK_MS);
  return performance.now() - asked;
}
