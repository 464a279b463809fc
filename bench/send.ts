import { Delivery } from '../common/models/deliveries.ts';
import { Mailing } from '../common/models/mailings.ts';
import { rows } from '../test/support/rows.ts';
import { mailsArrived } from './support/arrivals.ts';
import { fillContacts } from './support/contacts.ts';
import { report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { usageOf } from './support/processes.ts';
import { sendNewsletter } from './support/send-newsletter.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * One send through the whole pipeline: `node --import tsx bench/send.ts [recipients] [workers]`. Prints mails a second from
 * the request to the last mail at the sink (the audience is walked in this time), the time from the request to the first mail,
 * CPU a mail by process and the worker's peak memory. Checks that sink, ledger and figures agree.
 */
const [recipients = 100_000, workerCount = 1] = process.argv.slice(2).map(Number);

/** Recipients of a send before the measured one, the same number for each worker. */
const WARM_UP = 5000 * workerCount;

const stack = await startStack({
  environment: process.env['SMTP_CONNECTIONS'] ? {} : { SMTP_CONNECTIONS: '10' },
});
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run({ call, keys, mongod, redis, sink, startWorker }: Stack): Promise<void> {
  await layGround(call);
  await fillContacts(keys.user_id, recipients);
  const workers = Array.from({ length: workerCount }, () => startWorker());
  await settled();

  // Code is many times slower when it runs for the first time.
  await call('/contacts-type/add', { name: 'Warm-up' });
  await fillContacts(keys.user_id, WARM_UP, 2);
  await sendTo('contacts_2', WARM_UP);

  const before = {
    worker: workers.map((one) => usageOf(one.pid).cpu),
    mongod: usageOf(mongod.pid).cpu,
    redis: usageOf(redis.pid).cpu,
  };
  const { asked, first, last, completed } = await sendTo('contacts_1', recipients);
  const [mailing] = await rows(Mailing).find().sort({ created_at: -1 }).limit(1).toArray();
  const each = (microseconds: number): string => (microseconds / recipients).toFixed(1);
  const used = workers.map((one, at) => usageOf(one.pid).cpu - before.worker[at]!);
  const all = used.reduce((sum, cpu) => sum + cpu, 0);
  const mongo = usageOf(mongod.pid).cpu - before.mongod;
  const red = usageOf(redis.pid).cpu - before.redis;
  console.log(
    JSON.stringify({
      recipients,
      workers: workerCount,
      mails_a_second: Math.round(recipients / ((last - asked) / 1000)),
      opened_ms: mailing!.opened_at!.getTime() - mailing!.created_at.getTime(),
      first_mail_ms: Math.round(first - asked),
      completed_ms: Math.round(completed - asked),
      worker_us: each(all),
      mongod_us: each(mongo),
      redis_us: each(red),
      ours_us: each(all + mongo + red),
      worker_peak_mb: workers.map((one) => Math.round(usageOf(one.pid).peakMb)),
    }),
  );
  const size = `${recipients.toLocaleString('en')} recipients, ${workerCount} worker${workerCount > 1 ? 's' : ''}`;
  const whole = recipients >= 100_000 && workerCount === 1;
  const goalOfFirst = recipients <= 5000 ? 300 : 500;
  report(
    {
      what: `rate from the request to the last mail, ${size}`,
      value: Math.round(recipients / ((last - asked) / 1000)),
      unit: 'mails/s',
      ...(whole && { goal: { atLeast: 9000 } }),
    },
    {
      what: `CPU of worker, mongod and Redis, ${size}`,
      value: Math.round((all + mongo + red) / recipients),
      unit: 'µs a mail',
      ...(whole && { goal: { atMost: 140 } }),
    },
    { what: `CPU of the workers, ${size}`, value: Math.round(all / recipients), unit: 'µs a mail' },
    {
      what: `largest memory of a worker, ${size}`,
      value: Math.round(Math.max(...workers.map((one) => usageOf(one.pid).peakMb))),
      unit: 'MB',
      ...(workerCount === 1 && { goal: { atMost: 200 } }),
    },
    {
      what: `from the request to the first mail, ${size}`,
      value: Math.round(first - asked),
      unit: 'ms',
      goal: { atMost: goalOfFirst },
    },
  );

  /** Sends to `size` recipients and waits until it is complete; times are of `performance.now()`. */
  async function sendTo(entry: string, size: number) {
    const already = await sink.count();
    const asked = performance.now();
    const { utr } = await sendNewsletter(call, { entry });
    const { first, last } = await mailsArrived(sink, already, size);
    let send: { status: number; triggered: number; delivered: number };
    do {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const details = (await call(`/single-send/details?utr=${utr}`)).message as {
        singleSend: [typeof send];
      };
      send = details.singleSend[0];
    } while (send.status !== 3);
    const completed = performance.now();
    const mails = (await sink.count()) - already;
    const ledger = (await rows(Delivery).countDocuments({ state: 'accepted' })) - already;
    if (ledger !== size || send.delivered !== size || mails !== size)
      throw new Error(`sink ${mails}, ledger ${ledger}, figures ${send.delivered}: not ${size}`);
    return { asked, first, last, completed };
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2500));
}
