import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Delivery } from '../common/models/deliveries.ts';
import { rows } from '../test/support/rows.ts';
import { fillContacts } from './support/contacts.ts';
import { type Figure, median, report, within } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { completed, idOf, sendNewsletter } from './support/send-newsletter.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Single messages on an idle service, and then while a campaign of the same account runs: `node --import tsx bench/messages.ts RECIPIENTS`. A call
 * every 50 ms; its time is from before the call to the mail server's answer to the dot. In the end the server has each message once, and each is accepted in the
 * ledger.
 */
const [recipients = 1_000_000] = process.argv.slice(2).map(Number);
const WARM_UP = 50;
const IDLE = 200;
/** Calls while the campaign runs: of a million mails as many as go in a minute. */
const BUSY = 1200;
const EVERY_MS = 50;
/** Mails of the campaign that are out before the first call: it runs. */
const RUNNING = 1000;

const folder = await mkdtemp(join(tmpdir(), 'mailing-messages-'));
const book = join(folder, 'book');
const stack = await startStack({
  sink: { book },
  environment: { SMTP_CONNECTIONS: '10', RATE_CALLS: '0', QUOTA_CALLS: '0' },
});
try {
  await run(stack);
} finally {
  await stack.stop();
  await rm(folder, { recursive: true });
}

async function run({ keys, call, sink, startWorker }: Stack): Promise<void> {
  await layGround(call);
  await fillContacts(keys.user_id, recipients);
  startWorker();
  // A worker that starts has these waiting, and then some that it knows.
  await calls(call, 'warm', WARM_UP, () => true);
  await arrived(WARM_UP);
  const idle = await calls(call, 'idle', IDLE, () => true);
  await arrived(WARM_UP + IDLE);
  const before = await sink.count();
  const id = await idOf(await sendNewsletter(call, { entry: 'contacts_1' }));
  while ((await sink.count()) - before < Math.min(RUNNING, recipients / 10))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const isRunning = async (): Promise<boolean> => (await sink.count()) - before < recipients * 0.95;
  const answered: number[] = [];
  const busy = await calls(call, 'busy', BUSY, isRunning, answered);
  await arrived(WARM_UP + IDLE + busy.size);
  await completed(id, 100);
  const times = await acceptances();
  const quiet = tookOf(idle, times);
  const beside = tookOf(busy, times);
  const p95 = (all: readonly number[]): number => Math.round(within(all, 0.95));
  const figures: Figure[] = [
    { what: 'idle: from the call to the acceptance, median', value: Math.round(median(quiet)), unit: 'ms' },
    { what: 'idle: 95 % within', value: p95(quiet), unit: 'ms' },
    {
      what: `during a campaign of ${recipients.toLocaleString('en')}: median`,
      value: Math.round(median(beside)),
      unit: 'ms',
    },
    {
      what: `during a campaign of ${recipients.toLocaleString('en')}: 95 % within`,
      value: p95(beside),
      unit: 'ms',
      goal: { atMost: 250 },
    },
    { what: 'of that, until the call is answered: median', value: Math.round(median(answered)), unit: 'ms' },
    { what: 'the longest', value: Math.round(Math.max(...beside)), unit: 'ms' },
    { what: 'calls while it ran', value: beside.length, unit: 'calls' },
  ];
  report(...figures);
}

/**
 * Calls at an even pace, whether or not the earlier ones are answered, while `goOn`; when each began, by its address. `answered` collects the milliseconds until
 * their answers.
 */
async function calls(
  call: Stack['call'],
  name: string,
  count: number,
  goOn: () => boolean | Promise<boolean>,
  answered: number[] = [],
): Promise<ReadonlyMap<string, number>> {
  const began = new Map<string, number>();
  const answers: Promise<unknown>[] = [];
  const start = performance.now();
  for (let at = 0; at < count && (await goOn()); at += 1) {
    const wait = start + at * EVERY_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const email = `${name}${at}@receipts${at % 20}.example`;
    began.set(email, Date.now());
    const asked = performance.now();
    answers.push(
      call('/messages/send', {
        email,
        sender_id: 1,
        subject: 'Your code, ((first_name))',
        template_html: '<p>Hello ((first_name)), your code is ((code)).</p>',
        data: { first_name: 'Ada', code: at },
      }).then(() => answered.push(performance.now() - asked)),
    );
  }
  await Promise.all(answers);
  return began;
}

/** Waits until so many messages are accepted in the ledger. */
async function arrived(count: number): Promise<void> {
  const sent = { mailing: { $gte: 'message-', $lt: 'message.' }, state: 'accepted' } as const;
  const until = performance.now() + 60_000;
  while ((await rows(Delivery).countDocuments(sent)) < count) {
    if (performance.now() > until) throw new Error(`not all of ${count} messages are accepted`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** When the mail server took each message, by its address; throws where it has one twice. */
async function acceptances(): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(book) })) {
    if (!line.includes('@receipts')) continue;
    const [time, , , address = ''] = line.split(' ');
    if (times.has(address)) throw new Error(`${address} came twice`);
    times.set(address, Number(time));
  }
  return times;
}

/** Milliseconds that each took; throws where one did not come. */
function tookOf(began: ReadonlyMap<string, number>, times: ReadonlyMap<string, number>): number[] {
  return [...began].map(([address, start]) => {
    const end = times.get(address);
    if (end === undefined) throw new Error(`${address} did not come`);
    return end - start;
  });
}
