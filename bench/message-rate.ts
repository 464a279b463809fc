import { randomUUID } from 'node:crypto';
import { Delivery } from '../common/models/deliveries.ts';
import { Message } from '../common/models/messages.ts';
import { rows } from '../test/support/rows.ts';
import { ask } from './support/ask.ts';
import { report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * The cost of single messages: `node --import tsx bench/message-rate.ts [MESSAGES]`. First the calls, each with an `Idempotency-Key`, as fast as one API
 * answers them and without a worker; then one worker, which finds all of them waiting. In the end the mail server has each once.
 */
const messages = Number(process.argv[2] ?? 5000);
const WARM_UP = 300;
/** Calls that wait for their answers at a time. */
const AT_ONCE = 64;

const stack = await startStack({
  environment: { SMTP_CONNECTIONS: '10', RATE_CALLS: '0', QUOTA_CALLS: '0' },
});
try {
  await run(stack);
} finally {
  await stack.stop();
}

interface Used {
  readonly seconds: number;
  /** Microseconds of CPU of the program, and of mongod and Redis. */
  readonly own: number;
  readonly stores: number;
}

async function run({ mongod, redis, api, sink, call, startWorker, origin, keys }: Stack): Promise<void> {
  await layGround(call);
  const own = { PublicKey: keys.public_key, SecretKey: keys.secret_key, 'Content-Type': 'application/json' };
  const send = async (at: number): Promise<void> => {
    const answer = await ask(`${origin}/api/messages/send`, {
      method: 'POST',
      headers: { ...own, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({
        email: `person${at}@receipts${at % 20}.example`,
        sender_id: 1,
        subject: 'Your code, ((first_name))',
        template_html: '<p>Hello ((first_name)), your code is ((code)).</p>',
        data: { first_name: 'Ada', code: at },
      }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const calls = async (from: number, to: number): Promise<void> => {
    let next = from;
    const lane = async (): Promise<void> => {
      while (next < to) {
        next += 1;
        await send(next - 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  const measured = async (pid: number, work: () => Promise<void>): Promise<Used> => {
    const stores = (): number => usageOf(mongod.pid).cpu + usageOf(redis.pid).cpu;
    const before = { own: usageOf(pid).cpu, stores: stores(), at: performance.now() };
    await work();
    return {
      seconds: (performance.now() - before.at) / 1000,
      own: usageOf(pid).cpu - before.own,
      stores: stores() - before.stores,
    };
  };
  const total = WARM_UP + messages;
  // Two workers, so that the one that is measured starts with all messages waiting, but the API and the stores are warm.
  const first = startWorker();
  await calls(0, WARM_UP);
  await ended(WARM_UP);
  await first.stop();
  const called = await measured(api.pid, () => calls(WARM_UP, total));
  const worker = startWorker();
  const delivered = await measured(worker.pid, () => ended(total));
  const mails = await sink.count();
  if (mails !== total) throw new Error(`${mails} mails of ${total} messages`);
  report(...figuresOf('call', called), ...figuresOf('message', delivered));
}

function figuresOf(what: 'call' | 'message', { seconds, own, stores }: Used) {
  const each = (us: number): number => Math.round(us / messages);
  const program = what === 'call' ? 'API' : 'worker';
  return [
    { what: `${what}s a second`, value: Math.round(messages / seconds), unit: '/s' },
    { what: `CPU of the ${program}`, value: each(own), unit: `µs a ${what}` },
    { what: `CPU of mongod and Redis for the ${program}`, value: each(stores), unit: `µs a ${what}` },
  ];
}

/** Waits until so many messages are accepted, and no worker is to look at them any more. */
async function ended(count: number): Promise<void> {
  const sent = { mailing: { $gte: 'message-', $lt: 'message.' }, state: 'accepted' } as const;
  const until = performance.now() + 300_000;
  while (
    (await rows(Message).countDocuments({ look_at: { $type: 'date' } })) > 0 ||
    (await rows(Delivery).countDocuments(sent)) < count
  ) {
    if (performance.now() > until) throw new Error(`not all of ${count} messages are accepted`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
