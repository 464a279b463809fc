import { mailingOfSend } from '../common/domain/mailing-keys.ts';
import { Batch, type BatchDocument, newBatch } from '../common/models/batches.ts';
import { Delivery, type DeliveryDocument, newDelivery } from '../common/models/deliveries.ts';
import { NO_FIGURES } from '../common/models/figures.ts';
import { SingleSend } from '../common/models/single-sends.ts';
import { rows } from '../common/mongo/connection.ts';
import { reserveIds } from '../common/mongo/ids.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Who got a send: `node --import tsx bench/deliveries.ts [recipients] [others]`, by default a send to 1,000,000 among 4,000,000 mails
 * of others. First pages, filters and searches are asked by HTTP, each several times, beside the driver that reads the same rows by
 * their ids; then the whole send is read as CSV. It ends with an error where an answer is incomplete.
 */
const [recipients = 1_000_000, others = 4_000_000] = process.argv.slice(2).map(Number);
const BATCH = 500;
const TIMES = 7;
const PAGE = 50;
/** Of a hundred mails one meets a full mailbox, one a mailbox that is gone, and thirty are opened. */
const [FULL, GONE, OPENED] = [0, 1, 32];

interface Question {
  readonly what: string;
  readonly query: (at: number) => string;
  readonly count: number;
  /** Absent where the store's own time is much more than reading the rows: it looks at ten thousand addresses first. */
  readonly goal?: number;
}

const QUESTIONS: readonly Question[] = [
  { what: 'the first page', query: () => `limit=${PAGE}`, count: PAGE, goal: 50 },
  { what: 'a state', query: () => `limit=${PAGE}&state=bounced`, count: PAGE, goal: 50 },
  { what: 'a class', query: () => `limit=${PAGE}&class=gone`, count: PAGE, goal: 50 },
  { what: 'an address', query: (at) => `email=Person.${1000 + at}@domain0.example`, count: 1, goal: 50 },
  { what: 'the beginning of an address', query: (at) => `search=person.${10_000 + at}@`, count: 1, goal: 50 },
  { what: 'a search and a state', query: () => `limit=${PAGE}&search=person.1&state=bounced`, count: PAGE },
];

// The rate limit stays on, but is high enough for all calls.
const stack = await startStack({ environment: { RATE_CALLS: '1000000', RATE_BURST: '1000000' } });
try {
  await run(stack);
} finally {
  await stack.stop();
}

/** Writes the ledger of a send, as it is when the send is over. */
async function fill(mailing: string, user_id: number, count: number): Promise<void> {
  const at = new Date();
  for (let done = 0; done < count; done += BATCH * 20) {
    const size = Math.min(BATCH * 20, count - done);
    const [first, firstBatch] = await Promise.all([
      reserveIds('deliveries', size),
      reserveIds('batches', Math.ceil(size / BATCH)),
    ]);
    const batches: BatchDocument[] = [];
    const mails: DeliveryDocument[] = [];
    for (let index = 0; index < size; index += 1) {
      const number = done + index;
      const batch = firstBatch + Math.floor(index / BATCH);
      const email = `person.${number}@domain${number % 50}.example`;
      const to = { contact_id: number + 1, segment_recipient_id: null, email, email_norm: email };
      mails.push({
        ...newDelivery(first + index, { _id: mailing, user_id }, batch, to),
        ...outcome(number, at),
      });
      if (index % BATCH > 0) continue;
      const last = first + Math.min(index + BATCH, size) - 1;
      batches.push({
        ...newBatch({ _id: batch, mailing, user_id, first: first + index, last }, at),
        state: 'done',
        figures: { ...NO_FIGURES, accepted: 490, bounced: 10 },
      });
    }
    await Promise.all([rows(Batch).insertMany(batches), rows(Delivery).insertMany(mails)]);
  }
}

function outcome(number: number, at: Date): Partial<DeliveryDocument> {
  const kind = number % 100;
  if (kind === FULL || kind === GONE) {
    const [name, reply] =
      kind === FULL
        ? (['full', '552 5.2.2 mailbox full'] as const)
        : (['gone', '550 5.1.1 no such user'] as const);
    return { state: 'bounced', bounced_at: at, attempts: 1, class: name, rule: 'bench', reply };
  }
  const opened = kind < OPENED ? { opens: 1, first_opened_at: at, last_opened_at: at } : {};
  return { state: 'accepted', accepted_at: at, ...opened };
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
  await fill('send-999999', keys.user_id, others);
  await fill(mailingOfSend(send._id), keys.user_id, recipients);
  const headers = { PublicKey: keys.public_key, SecretKey: keys.secret_key };
  const path = `${origin}/api/single-send/deliveries`;

  for (const { what, query, count, goal } of QUESTIONS) {
    const beyond: number[] = [];
    for (let at = 0; at < TIMES; at += 1) {
      const began = performance.now();
      const response = await fetch(`${path}?utr=${send.utr}&${query(at * 50)}`, { headers });
      const { message } = (await response.json()) as { message: { deliveries: { id: number }[] } };
      const took = performance.now() - began;
      const ids = message.deliveries.map(({ id }) => id);
      if (ids.length !== count) throw new Error(`${what}: ${ids.length} of ${count}`);
      const asked = performance.now();
      await rows(Delivery)
        .find({ _id: { $in: ids } })
        .toArray();
      beyond.push(took - (performance.now() - asked));
    }
    report({
      what: `${what}, beyond the store's own time`,
      value: Math.round(median(beyond)),
      unit: 'ms',
      ...(goal !== undefined && { goal: { atMost: goal } }),
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
}
