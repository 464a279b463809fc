import { freePort } from '../local/ports.ts';
import { median, report } from './support/figures.ts';
import { answering, rateOf } from './support/load.ts';
import { startProgram, usageOf } from './support/processes.ts';
import { startStack } from './support/stack.ts';

/**
 * The smallest authenticated call, `contacts-type` of an account with three types, compared with Koa that does one small find
 * and one hash. They take turns, three times each; the median counts.
 */
const CLIENTS = 16;
const MS = 4000;
const TURNS = 3;

// The rate limit stays on, but is high enough for all calls.
const stack = await startStack({ environment: { RATE_CALLS: '1000000', RATE_BURST: '1000000' } });
const port = await freePort();
const bound = startProgram('bench/support/small-call-server.ts', {
  ...stack.environment,
  PORT: String(port),
});
try {
  for (const name of ['First', 'Second', 'Third']) await stack.call('/contacts-type/add', { name });
  const headers = { PublicKey: stack.keys.public_key, SecretKey: stack.keys.secret_key };
  const own = { origin: stack.origin, path: () => '/api/contacts-type', headers };
  const theirs = { origin: `http://127.0.0.1:${port}`, path: () => '/', headers };
  const rates = { own: [] as number[], theirs: [] as number[] };
  const cpu = { own: [] as number[], theirs: [] as number[] };
  const measure = async (who: 'own' | 'theirs'): Promise<void> => {
    const pid = who === 'own' ? stack.api.pid : bound.pid;
    const [before, began] = [usageOf(pid).cpu, performance.now()];
    const rate = await rateOf(who === 'own' ? own : theirs, CLIENTS, MS);
    rates[who].push(rate);
    cpu[who].push((usageOf(pid).cpu - before) / (rate * ((performance.now() - began) / 1000)));
  };
  await answering(theirs);
  // The first turns compile the code.
  for (const load of [theirs, own]) await rateOf(load, CLIENTS, MS / 2);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await measure('theirs');
    await measure('own');
  }
  const [ours, raw] = [median(rates.own), median(rates.theirs)];
  report(
    { what: 'Koa, one find, one hash', value: Math.round(raw), unit: 'calls/s' },
    { what: 'contacts-type', value: Math.round(ours), unit: 'calls/s' },
    {
      what: 'contacts-type compared with it',
      value: Number((ours / raw).toFixed(2)),
      unit: '×',
      goal: { atLeast: 0.5 },
    },
    { what: 'CPU of Koa, one find, one hash', value: Math.round(median(cpu.theirs)), unit: 'µs/call' },
    { what: 'CPU of the API', value: Math.round(median(cpu.own)), unit: 'µs/call' },
  );
} finally {
  await bound.stop();
  await stack.stop();
}
