import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TYPES } from '../common/domain/event-types.ts';
import { Webhook } from '../common/models/webhooks.ts';
import { rows } from '../test/support/rows.ts';
import { fillContacts } from './support/contacts.ts';
import { type EventReceiver, startEventReceiver } from './support/event-receiver.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { type Program, usageOf } from './support/processes.ts';
import { completed, idOf, sendNewsletter } from './support/send-newsletter.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * The cost of reporting all events of a send to a webhook: `node --import tsx bench/webhooks.ts [recipients]`. The same worker sends without a webhook and
 * with one that takes 500 events in a call, by turns, since a machine changes its speed from one minute to the next; of the turns the median counts. Then
 * the same with fewer recipients and one event in a call. CPU of worker, mongod and Redis, until all is told and counted.
 */
const recipients = Number(process.argv[2] ?? 30_000);
/** Without batches each event is a call of its own. */
const FEWER = Math.ceil(recipients / 10);
const TURNS = { batch: 13, single: 5 };
/** Pairs of sends before the first that counts, since code is slower when it runs for the first times. */
const WARMING = 2;

/** Milliseconds after a send in which the details of its batches are counted, and the last of its events are told. */
const FOLLOWED_MS = 6000;
/** Milliseconds until all processes have noticed a saved or deleted webhook. */
const KNOWN_MS = 2500;

type Kind = 'none' | keyof typeof TURNS;

const stack = await startStack({ environment: { SMTP_CONNECTIONS: '10' } });
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run(stack: Stack): Promise<void> {
  const { call, keys, startWorker } = stack;
  await layGround(call);
  await fillContacts(keys.user_id, recipients);
  await call('/contacts-type/add', { name: 'Fewer' });
  await fillContacts(keys.user_id, FEWER, 2);
  const worker = startWorker();
  const receiver = await startEventReceiver();
  const costOf = costIn(stack, worker, receiver);

  /** The medians of a send without a webhook, and of what one more costs. */
  const compare = async (kind: keyof typeof TURNS, entry: string, count: number) => {
    const without: number[] = [];
    const more: number[] = [];
    for (let turn = -WARMING; turn < TURNS[kind]; turn += 1) {
      // Either goes first in half of the pairs, since a machine that becomes faster or slower would favour one.
      const pair: Partial<Record<Kind, number>> = {};
      for (const one of turn % 2 === 0 ? (['none', kind] as const) : ([kind, 'none'] as const))
        pair[one] = await costOf(one, entry, count);
      if (turn < 0) continue;
      without.push(pair.none!);
      more.push(pair[kind]! - pair.none!);
    }
    console.log(`${kind}: ${without.map(Math.round).join(', ')}; more: ${more.map(Math.round).join(', ')}`);
    return { without: median(without), more: median(more) };
  };
  const batch = await compare('batch', 'contacts_1', recipients);
  const single = await compare('single', 'contacts_2', FEWER);
  report(
    { what: 'without a webhook', value: Math.round(batch.without), unit: 'µs a mail' },
    {
      what: 'more with all events, 500 in a call',
      value: Number(batch.more.toFixed(1)),
      unit: 'µs a mail',
      goal: { atMost: 25 },
    },
    {
      what: 'the same, compared with a mail without',
      value: Number((batch.more / batch.without).toFixed(2)),
      unit: '×',
    },
    {
      what: 'more with all events, each in a call of its own',
      value: Math.round(single.more),
      unit: 'µs a mail',
    },
  );
}

/** The cost of a send with or without a webhook: µs of CPU a mail of the worker, mongod and Redis. */
function costIn({ call, mongod, redis }: Stack, worker: Program, receiver: EventReceiver) {
  let told = 0;
  const used = (): number => [worker, mongod, redis].reduce((sum, { pid }) => sum + usageOf(pid).cpu, 0);
  return async (kind: Kind, entry: string, count: number): Promise<number> => {
    await rows(Webhook).deleteMany({});
    if (kind !== 'none') {
      const batch = kind === 'batch' ? 1 : 0;
      await call('/webhooks/save', { url: receiver.url, events: [...EVENT_TYPES], batch });
    }
    await delay(KNOWN_MS);
    const before = used();
    await completed(await idOf(await sendNewsletter(call, { entry })), 50);
    const over = performance.now() + FOLLOWED_MS;
    if (kind !== 'none') {
      told += count;
      await receiver.told(told);
    }
    await delay(Math.max(0, over - performance.now()));
    return (used() - before) / count;
  };
}
