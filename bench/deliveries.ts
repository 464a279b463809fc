import mongoose from 'mongoose';
import { markDirty } from '../common/changes/figures.ts';
import { mailingOfSend } from '../common/domain/mailing-keys.ts';
import { Batch } from '../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../common/models/deliveries.ts';
import { Mailing, newMailing } from '../common/models/mailings.ts';
import { SingleSend } from '../common/models/single-sends.ts';
import type { Filter } from '../common/store/collection.ts';
import { rows } from '../test/support/rows.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { countAllDetails, fillLedger } from './support/ledger.ts';
import { usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * The list of a send's recipients: `node --import tsx bench/deliveries.ts [recipients] [others]`, by default a send to 1,000,000 among
 * 4,000,000 mails of others. First pages, filters and searches are called by HTTP, each several times, and compared with the driver, which
 * reads the same rows by their ids. Then the whole send is read as CSV. Then the details of all mails are counted, as a worker does, called
 * by HTTP, and compared with MongoDB's own aggregation over the send's rows. It fails if an answer is incomplete or wrong.
 */
const [recipients = 1_000_000, others = 4_000_000] = process.argv.slice(2).map(Number);
const TIMES = 7;
const PAGE = 50;
const DAY_MS = 24 * 3600_000;
/** The mails of others went out over a year. */
const YEAR = 365;
/** Batches that change before a call: more than it counts. */
const CHANGED = 40;

interface Question {
  readonly what: string;
  readonly query: (at: number) => string;
  readonly count: number;
  /** For a search that matches more than a page: its driver finds the same rows by this, in the order of their ids. */
  readonly filter?: Filter<DeliveryDocument>;
}

const BEGINS = { email_norm: /^person\.1/ };
const GOAL_MS = 50;

const QUESTIONS: readonly Question[] = [
  { what: 'the first page', query: () => `limit=${PAGE}`, count: PAGE },
  { what: 'a state', query: () => `limit=${PAGE}&state=bounced`, count: PAGE },
  { what: 'a class', query: () => `limit=${PAGE}&class=gone`, count: PAGE },
  { what: 'what was done', query: () => `limit=${PAGE}&did=clicked`, count: PAGE },
  { what: 'an address', query: (at) => `email=Person.${1000 + at}@domain0.example`, count: 1 },
  { what: 'the beginning of an address', query: (at) => `search=person.${10_000 + at}@`, count: 1 },
  { what: 'a search for many', query: () => `limit=${PAGE}&search=person.1`, count: PAGE, filter: BEGINS },
  {
    what: 'a search for many and a state',
    query: () => `limit=${PAGE}&search=person.1&state=bounced`,
    count: PAGE,
    filter: { ...BEGINS, state: 'bounced' },
  },
  {
    what: 'a search for many and a class',
    query: () => `limit=${PAGE}&search=person.1&class=gone`,
    count: PAGE,
    filter: { ...BEGINS, class: 'gone' },
  },
  {
    what: 'a search for many and what was done',
    query: () => `limit=${PAGE}&search=person.1&did=clicked`,
    count: PAGE,
    filter: { ...BEGINS, clicks: { $gt: 0 } },
  },
];

// The rate limit stays on, but is high enough for all calls.
const stack = await startStack({ environment: { RATE_CALLS: '1000000', RATE_BURST: '1000000' } });
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run({ call, keys, origin, api }: Stack): Promise<void> {
  await layGround(call);
  const made = (await call('/single/send/create', {
    sender_id: 1,
    unsubscribe_group_id: 1,
    recipient_id: ['contacts_1'],
    single_send_name: 'Large',
    subject: 'News',
    preheader: 'News',
    template_id: 1,
    template_html: '<p>News</p>',
    schedule_type: 1,
    schedule_date: '2099-01-01',
    schedule_time: '10:00:00',
  })) as { utr?: string };
  const send = await rows(SingleSend).findOne({ user_id: keys.user_id });
  if (!send) throw new Error(`no send: ${JSON.stringify(made)}`);
  const mailing = mailingOfSend(send._id);
  await fillLedger('send-999999', keys.user_id, others, YEAR);
  await fillLedger(mailing, keys.user_id, recipients, 1 / 24);
  const headers = { PublicKey: keys.public_key, SecretKey: keys.secret_key };
  const path = `${origin}/api/single-send/deliveries`;

  const { _id: first } = (await rows(Delivery).find({ mailing }).sort({ _id: 1 }).limit(1).next())!;
  for (const { what, query, count, filter } of QUESTIONS) {
    const beyond: number[] = [];
    for (let at = 0; at < TIMES; at += 1) {
      const began = performance.now();
      const response = await fetch(`${path}?utr=${send.utr}&${query(at * 50)}`, { headers });
      const { message } = (await response.json()) as { message: { deliveries: { id: number }[] } };
      const took = performance.now() - began;
      const ids = message.deliveries.map(({ id }) => id);
      if (ids.length !== count) throw new Error(`${what}: ${ids.length} of ${count}`);
      const asked = performance.now();
      const same = await rows(Delivery)
        .find(filter ? { mailing, ...filter, _id: { $gte: first } } : { _id: { $in: ids } }, {
          hint: { _id: 1 },
        })
        .sort({ _id: 1 })
        .limit(count)
        .toArray();
      beyond.push(took - (performance.now() - asked));
      if (same.some(({ _id }, index) => _id !== ids[index])) throw new Error(`${what}: other rows`);
    }
    report({
      what: `${what}, beyond the store's own time`,
      value: Math.round(median(beyond)),
      unit: 'ms',
      goal: { atMost: GOAL_MS },
    });
  }

  const rested = usageOf(api.pid).peakMb;
  const began = performance.now();
  const response = await fetch(`${path}/download?utr=${send.utr}`, { headers });
  let lines = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  if (lines !== recipients + 1) throw new Error(`the CSV has ${lines} lines`);
  report(
    {
      what: `${recipients.toLocaleString('en')} mails as CSV`,
      value: Math.round((recipients / (performance.now() - began)) * 1000),
      unit: 'mails/s',
    },
    {
      what: 'memory of the API, more than before the CSV',
      value: Math.round(usageOf(api.pid).peakMb - rested),
      unit: 'MB',
      goal: { atMost: 60 },
    },
  );

  await details(mailing, send.utr, { headers, origin, user_id: keys.user_id });
}

interface Asked {
  readonly headers: Record<string, string>;
  readonly origin: string;
  readonly user_id: number;
}

async function details(mailing: string, utr: string, { headers, origin, user_id }: Asked): Promise<void> {
  const links = [1, 2, 3].map((id) => ({ id, url: `https://example.com/${id}` }));
  const content = {
    from_name: '',
    from_email: '',
    reply_to: '',
    sender_address: '',
    subject: '',
    preheader: '',
    html: '',
  };
  const given = { _id: mailing, user_id, sender_id: 1, unsubscribe_group_id: 1, content, links };
  await rows(Mailing).insertOne(newMailing(given, new Date()));
  // As a worker does it, batch by batch, while nothing else runs.
  const usage = process.cpuUsage();
  const began = performance.now();
  await countAllDetails({});
  const { user, system } = process.cpuUsage(usage);
  const mails = recipients + others;
  const bytes = async (collection: string): Promise<number> =>
    (await mongoose.connection.db!.command({ collStats: collection }))['storageSize'] as number;
  await mongoose.connection.db!.admin().command({ fsync: 1 });
  report(
    { what: 'counting details, CPU of the worker', value: round((user + system) / mails), unit: 'µs a mail' },
    {
      what: 'counting details',
      value: Math.round((mails / (performance.now() - began)) * 1000),
      unit: 'mails/s',
    },
    {
      what: 'bytes of details on disk',
      value: round(((await bytes('batch_details')) + (await bytes('detail_sums'))) / mails),
      unit: 'B a mail',
      goal: { atMost: 8 },
    },
  );

  const asked = performance.now();
  const expected = await rows(Delivery)
    .aggregate<{ _id: null; accepted: number; opened: number; clicked: number }>([
      { $match: { mailing } },
      {
        $group: {
          _id: { $dateTrunc: { date: '$accepted_at', unit: 'hour' } },
          accepted: { $sum: { $cond: [{ $eq: ['$state', 'accepted'] }, 1, 0] } },
          opened: { $sum: { $cond: [{ $gt: ['$opens', 0] }, 1, 0] } },
          clicked: { $sum: { $cond: [{ $gt: ['$clicks', 0] }, 1, 0] } },
        },
      },
      {
        $group: {
          _id: null,
          accepted: { $sum: '$accepted' },
          opened: { $sum: '$opened' },
          clicked: { $sum: '$clicked' },
        },
      },
    ])
    .next();
  const aggregation = performance.now() - asked;
  const { _id: _, ...totals } = expected!;

  async function ask(
    what: string,
    path: string,
    before?: () => Promise<unknown>,
  ): Promise<Record<string, number>[]> {
    const took: number[] = [];
    let items: Record<string, number>[] = [];
    for (let at = 0; at < TIMES; at += 1) {
      await before?.();
      const began = performance.now();
      const response = await fetch(`${origin}/api/${path}`, { headers });
      const { message } = (await response.json()) as { message: Record<string, Record<string, number>[]> };
      took.push(performance.now() - began);
      items = Object.values(message)[0]!;
    }
    report(
      { what, value: Math.round(median(took)), unit: 'ms', goal: { atMost: 300 } },
      {
        what: `${what}, compared with MongoDB’s aggregation`,
        value: round(aggregation / median(took)),
        unit: '× faster',
      },
    );
    return items;
  }
  function check(what: string, items: readonly Record<string, number>[]): void {
    for (const [name, total] of Object.entries(totals)) {
      const sum = items.reduce((all, item) => all + item[name]!, 0);
      if (sum !== total) throw new Error(`${what}: ${sum} ${name}, and not ${total}`);
    }
  }
  check('timeline', await ask('timeline', `single-send/timeline?utr=${utr}`));
  check('domains', await ask('domains', `single-send/domains?utr=${utr}`));
  const clicked = (await ask('links', `single-send/links?utr=${utr}`)).reduce(
    (sum, link) => sum + link['people']!,
    0,
  );
  if (clicked !== totals.clicked) throw new Error(`links: ${clicked} people, and not ${totals.clicked}`);
  const from = new Date(Date.now() - 364 * DAY_MS).toISOString().slice(0, 10);
  await ask('statistics of a year by day', `statistics?from=${from}`);
  await ask('statistics of a year by domain', `statistics?from=${from}&by=domain`);
  const changed = await rows(Batch).find({ mailing }).sort({ _id: 1 }).limit(CHANGED).toArray();
  await ask(`timeline, where ${CHANGED} batches changed`, `single-send/timeline?utr=${utr}`, () =>
    markDirty(
      changed.map(({ user_id }) => user_id),
      changed.map(({ _id }) => _id),
    ),
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
