import { Automation } from '../common/models/automations.ts';
import { Delivery } from '../common/models/deliveries.ts';
import { Enrollment } from '../common/models/enrollments.ts';
import { rows } from '../test/support/rows.ts';
import { fillContacts } from './support/contacts.ts';
import { report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { newsletter } from './support/newsletter.ts';
import { usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * An automation in which all contacts are due in the same minute: `node --import tsx bench/automations.ts [people]
 * [workers]`. Prints how long it takes to enroll them by going live; mails a second from the first to the last at the sink;
 * when the last contact has moved on to the next email; CPU a mail by process; and the worker's peak memory. Checks that
 * sink, ledger, enrollments and figures agree.
 */
const [people = 100_000, workerCount = 1] = process.argv.slice(2).map(Number);
const STUCK_MS = 30_000;

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
  await fillContacts(keys.user_id, people);
  const { utr } = (
    await call('/automations/create', {
      type: 'custom',
      automation_for: 'contacts_1',
      automation_name: 'Bench',
      unsubscribe_group_id: 1,
    })
  ).message as { utr: string };
  for (const waiting_type of ['hours', 'days']) {
    await call('/automations/schedule/create', {
      utr,
      sender_id: 1,
      subject: 'Hello ((first_name)), news from ((city))',
      waiting_period: 1,
      waiting_type,
      template_id: 1,
      preview_img: 'welcome.png',
      template_html: newsletter(),
    });
  }
  const workers = Array.from({ length: workerCount }, () => startWorker());
  await pause(2500);
  const begun = performance.now();
  await call(`/automations/set-live?utr=${utr}`);
  await progress(() => rows(Enrollment).countDocuments({}), people);
  const enrolled = performance.now() - begun;
  await progress(async () => ((await rows(Automation).findOne({}))?.walk ? 0 : 1), 1);
  await pause(2500);

  const used = () => ({
    worker: workers.reduce((sum, one) => sum + usageOf(one.pid).cpu, 0),
    mongod: usageOf(mongod.pid).cpu,
    redis: usageOf(redis.pid).cpu,
  });
  const before = used();
  const asked = performance.now();
  // All of them are due within the minute that has just passed.
  await rows(Enrollment).updateMany({}, [
    { $set: { due_at: { $subtract: ['$$NOW', { $mod: ['$_id', 60_000] }] } } },
  ]);
  const written = performance.now();
  let first = 0;
  const last = await progress(
    async () => {
      const seen = await sink.count();
      if (first === 0 && seen > 0) first = performance.now();
      return seen;
    },
    people,
    20,
  );
  const movedOn = await progress(
    () => rows(Enrollment).countDocuments({ state: 'waiting', delivery_id: null, after: 1 }),
    people,
  );
  const after = used();

  const ledger = await rows(Delivery).countDocuments({ state: 'accepted' });
  const details = (await call(`/automations/details?utr=${utr}`)).message as {
    automation: { total_delivered: number };
  };
  const { total_delivered: delivered } = details.automation;
  if (ledger !== people || delivered !== people || (await sink.count()) !== people) {
    throw new Error(`sink ${await sink.count()}, ledger ${ledger}, figures ${delivered}: not ${people}`);
  }
  const each = (name: keyof typeof after): string => ((after[name] - before[name]) / people).toFixed(1);
  console.log(
    JSON.stringify({
      people,
      workers: workerCount,
      enrolled_ms: Math.round(enrolled),
      made_due_ms: Math.round(written - asked),
      first_mail_ms: Math.round(first - written),
      mails_a_second: Math.round(people / ((last - first) / 1000)),
      last_mail_ms: Math.round(last - written),
      moved_on_ms: Math.round(movedOn - written),
      worker_us: each('worker'),
      mongod_us: each('mongod'),
      redis_us: each('redis'),
      worker_peak_mb: workers.map((one) => Math.round(usageOf(one.pid).peakMb)),
    }),
  );
  report(
    {
      what: `set-live enters ${people.toLocaleString('en')} people`,
      value: Number((enrolled / 1000).toFixed(1)),
      unit: 's',
    },
    { what: 'from due to the first mail', value: Math.round(first - written), unit: 'ms' },
    { what: 'rate', value: Math.round(people / ((last - first) / 1000)), unit: 'mails/s' },
    { what: 'CPU of the workers', value: Number(each('worker')), unit: 'µs a mail' },
    { what: 'CPU of mongod', value: Number(each('mongod')), unit: 'µs a mail' },
    {
      what: 'largest memory of a worker',
      value: Math.round(Math.max(...workers.map((one) => usageOf(one.pid).peakMb))),
      unit: 'MB',
    },
  );
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until `wanted` are counted; returns when (`performance.now()`). Throws when the count stops growing. */
async function progress(count: () => Promise<number>, wanted: number, everyMs = 200): Promise<number> {
  let seen = -1;
  let changed = performance.now();
  while (seen < wanted) {
    await pause(everyMs);
    const now = await count();
    if (now !== seen) changed = performance.now();
    seen = now;
    if (performance.now() - changed > STUCK_MS) throw new Error(`stuck at ${seen} of ${wanted}`);
  }
  return changed;
}
