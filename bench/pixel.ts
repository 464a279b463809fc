import { now } from '../common/clock.ts';
import { signToken, tokenKey } from '../common/domain/tokens.ts';
import { reserveIds } from '../common/ids.ts';
import { Batch, type BatchDocument } from '../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../common/models/deliveries.ts';
import { NO_FIGURES } from '../common/models/figures.ts';
import { rows } from '../common/mongo.ts';
import { median, report } from './support/figures.ts';
import { rateOf } from './support/load.ts';
import { usageOf } from './support/processes.ts';
import { startStack } from './support/stack.ts';

/**
 * Openings of distinct recipients by HTTP, written to the ledger: three turns. After each, every answered opening must
 * be there within the window; the last of them after a SIGTERM, which must lose none.
 */
const MAILS = 200_000;
const BATCH = 500;
const CLIENTS = 32;
const MS = 5000;
const TURNS = 3;
/** The window, the write, and a slow machine. */
const SETTLED_MS = 2000;
const MAILING = 'send-1';

const stack = await startStack();
try {
  const first = await writeMails();
  const key = tokenKey(stack.environment['APP_SECRET']!);
  let asked = 0;
  const paths = Array.from({ length: MAILS }, (_, at) => `/o/${signToken(key, 'open', first + at)}`);
  const load = { origin: stack.origin, path: () => paths[asked++ % MAILS]! };
  await rateOf(load, CLIENTS, 1000);
  const rates: number[] = [];
  const cpu: number[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const [before, count] = [usageOf(stack.api.pid).cpu + usageOf(stack.mongod.pid).cpu, asked];
    rates.push(await rateOf(load, CLIENTS, MS));
    if (turn === TURNS) await stack.api.stop();
    else await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const mongod = usageOf(stack.mongod.pid).cpu;
    if (turn < TURNS) cpu.push((usageOf(stack.api.pid).cpu + mongod - before) / (asked - count));
    const written = await openings();
    if (written !== asked) throw new Error(`${asked} openings were answered, ${written} are in the ledger`);
  }
  report(
    {
      what: 'openings, all in the ledger',
      value: Math.round(median(rates)),
      unit: '/s',
      goal: { atLeast: 4000 },
    },
    { what: 'API and mongod', value: Math.round(median(cpu)), unit: 'µs CPU an opening' },
    { what: 'openings lost by SIGTERM', value: 0, unit: '', goal: { atMost: 0 } },
  );
} finally {
  await stack.stop();
}

async function openings(): Promise<number> {
  const [sum] = await rows(Delivery)
    .aggregate<{ opens: number }>([
      { $match: { mailing: MAILING } },
      { $group: { _id: null, opens: { $sum: { $ifNull: ['$opens', 0] } } } },
    ])
    .toArray();
  return sum?.opens ?? 0;
}

/** A ledger of accepted mails, as the engine leaves it; answers the first id. */
async function writeMails(): Promise<number> {
  const first = await reserveIds('deliveries', MAILS);
  const firstBatch = await reserveIds('batches', MAILS / BATCH);
  const at = now();
  const of = { mailing: MAILING, user_id: stack.keys.user_id };
  for (let done = 0; done < MAILS; done += BATCH) {
    const batch = firstBatch + done / BATCH;
    const ids = Array.from({ length: BATCH }, (_, index) => first + done + index);
    await rows(Batch).insertOne({
      ...of,
      _id: batch,
      first: ids[0]!,
      last: ids.at(-1)!,
      ids: null,
      state: 'done',
      intent: 0,
      lease_token: null,
      free_at: at,
      figures: { ...NO_FIGURES },
      dirty_at: null,
      created_at: at,
    } satisfies BatchDocument);
    await rows(Delivery).insertMany(
      ids.map((_id): DeliveryDocument => {
        const email = `person.${_id}@example.com`;
        const whom = { contact_id: null, segment_recipient_id: null, email, email_norm: email };
        return { ...of, ...whom, _id, batch, state: 'accepted', attempts: 1, accepted_at: at };
      }),
    );
  }
  return first;
}
