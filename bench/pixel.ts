import { signToken, tokenKey } from '../common/domain/tokens.ts';
import { countedIn, PERSON, writeAccepted } from './support/accepted-mails.ts';
import { median, report } from './support/figures.ts';
import { rateOf } from './support/load.ts';
import { usageOf } from './support/processes.ts';
import { startStack } from './support/stack.ts';

/**
 * Opens of distinct recipients by HTTP, written to the ledger, in three turns. After each turn every answered open must be in
 * the ledger within the window. The last turn ends with a SIGTERM, which must lose none.
 */
const MAILS = 200_000;
const CLIENTS = 32;
const MS = 5000;
const TURNS = 3;
/** Milliseconds for the window, the write, and a slow machine. */
const SETTLED_MS = 2000;
const MAILING = 'send-1';

const stack = await startStack({ environment: PERSON.environment });
try {
  const first = await writeAccepted(MAILING, stack.keys.user_id, MAILS);
  const key = tokenKey(stack.environment['APP_SECRET']!);
  let asked = 0;
  const paths = Array.from(
    { length: MAILS },
    (_, at) => `/o/${signToken(key, 'open', { account: stack.keys.user_id, id: first + at })}`,
  );
  const load = { origin: stack.origin, headers: PERSON.headers, path: () => paths[asked++ % MAILS]! };
  await rateOf(load, CLIENTS, 1000);
  const rates: number[] = [];
  const cpu: number[] = [];
  const api: number[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const [apiBefore, count] = [usageOf(stack.api.pid).cpu, asked];
    const before = apiBefore + usageOf(stack.mongod.pid).cpu;
    rates.push(await rateOf(load, CLIENTS, MS));
    if (turn === TURNS) await stack.api.stop();
    else await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    if (turn < TURNS) {
      const own = usageOf(stack.api.pid).cpu;
      api.push((own - apiBefore) / (asked - count));
      cpu.push((own + usageOf(stack.mongod.pid).cpu - before) / (asked - count));
    }
    const written = await countedIn(MAILING, 'opens');
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
    { what: 'of which API', value: Math.round(median(api)), unit: 'µs CPU an opening' },
    { what: 'openings lost by SIGTERM', value: 0, unit: '', goal: { atMost: 0 } },
  );
} finally {
  await stack.stop();
}
