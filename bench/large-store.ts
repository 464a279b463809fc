import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { Delivery } from '../common/models/deliveries.ts';
import { rows } from '../test/support/rows.ts';
import { ask } from './support/ask.ts';
import { fillContacts } from './support/contacts.ts';
import { crowd } from './support/crowd.ts';
import { report, within } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { idleOf } from './support/idle.ts';
import { completed, idOf, sendNewsletter } from './support/send-newsletter.ts';
import { startStack } from './support/stack.ts';

/**
 * The cost of other accounts' rows: `node --import tsx bench/large-store.ts [rows] [accounts] [build of the version before]`. Measures rest,
 * the sweep and the calls of a small account in an empty store, and again in one with many accounts with many mails. With an earlier build,
 * the rows have that version's indexes first. The store is then upgraded while the earlier version sends, and `indexes` is killed at each step.
 */
const [, , given = '20000000', accountsGiven = '10000', before] = process.argv;
const [mails, accounts] = [Number(given), Number(accountsGiven)];
const CONTACTS_EACH = 100;
/** Recipients of the first send. */
const PEOPLE = 1000;
const CALLS = 1000;
/** The largest collections of the crowd: their indexes are made again. */
const LARGE = ['deliveries', 'batches', 'mailings', 'contacts'];

const now = process.env['BUILD'];
if (!now) throw new Error('BUILD names the build to measure: run this by `npm run bench -- large-store`.');
const stack = await startStack({ environment: { RATE_CALLS: '1000000', RATE_BURST: '1000000' } });
try {
  await layGround(stack.call);
  await fillContacts(stack.keys.user_id, PEOPLE);
  let worker = stack.startWorker();
  const first = await send();
  const alone = { idle: await idleOf(stack, stack.api, worker), calls: await calls(), due: await due() };
  // The crowd's sends are copies of this one, which has no work left.
  say('copying');
  const began = performance.now();
  await crowd(
    stack.environment['MONGODB_URL']!,
    { userId: stack.keys.user_id, sendId: first },
    accounts,
    mails / accounts,
    CONTACTS_EACH,
  );
  say(`copied in ${seconds(began)} s`);
  if (before) {
    await worker.stop();
    await upgrade(before);
    worker = stack.startWorker();
  } else await indexes(now);
  // MongoDB writes what it changed.
  await pause(60_000);
  const full = { idle: await idleOf(stack, stack.api, worker), calls: await calls(), due: await due() };
  const of = (value: number, digits = 1) => Number(value.toFixed(digits));
  const size = `${accounts.toLocaleString('en')} accounts, ${mails.toLocaleString('en')} mails`;
  report(
    { what: 'rest of all four, empty store', value: of(alone.idle.sum), unit: 'ms CPU a second' },
    { what: `rest of all four, ${size}`, value: of(full.idle.sum), unit: 'ms CPU a second' },
    {
      what: 'compared with an empty store',
      value: of(full.idle.sum / alone.idle.sum, 2),
      unit: '×',
      goal: { atMost: 1.2 },
    },
    { what: 'longest question of the sweep, empty store', value: alone.due, unit: 'ms' },
    { what: `longest question of the sweep, ${size}`, value: full.due, unit: 'ms', goal: { atMost: 50 } },
    { what: 'a call of a small account, median, empty store', value: of(alone.calls), unit: 'ms' },
    { what: `a call of a small account, median, ${size}`, value: of(full.calls), unit: 'ms' },
    { what: 'compared with the empty store', value: of(full.calls / alone.calls, 2), unit: '×' },
  );
} finally {
  await stack.stop();
}

/** A send to all people of the account; returns its id once it is completed. */
async function send(): Promise<number> {
  const id = await idOf(await sendNewsletter(stack.call, { entry: 'contacts_1' }));
  await completed(id, 50);
  return id;
}

/** Median milliseconds of small calls, one after the other. */
async function calls(): Promise<number> {
  const headers = { PublicKey: stack.keys.public_key, SecretKey: stack.keys.secret_key };
  const took: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const asked = performance.now();
    const answer = await ask(`${stack.origin}/api/contacts?limit=10`, { headers });
    await answer.arrayBuffer();
    took.push(performance.now() - asked);
  }
  return within(took, 0.5);
}

/** Milliseconds that the longest question of the sweep took at the server, while a scheduled send became due and was sent. */
async function due(): Promise<number> {
  const db = mongoose.connection.db!;
  await db.command({ profile: 1, slowms: 0, filter: { 'command.comment': 'sweep' } });
  await send();
  await pause(10_000);
  await db.command({ profile: 0 });
  const asked = await db
    .collection('system.profile')
    .find({}, { projection: { millis: 1, ns: 1, docsExamined: 1, command: 1 } })
    .toArray();
  await db.collection('system.profile').drop();
  const longest = asked.toSorted((a, b) => b['millis'] - a['millis'])[0];
  say(`${asked.length} questions of the sweep; the longest: ${JSON.stringify(longest).slice(0, 300)}`);
  return longest?.['millis'] ?? 0;
}

/**
 * Runs the command `indexes` of a build; killed after so many milliseconds, if they are given. True: it has ended by itself, false: it must run
 * again.
 */
async function indexes(build: string, killedAfter?: number): Promise<boolean> {
  const child = spawn(process.execPath, [`${build}/cli.js`, 'indexes'], {
    env: { ...process.env, ...stack.environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const timer = killedAfter === undefined ? null : setTimeout(() => child.kill('SIGKILL'), killedAfter);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (timer) clearTimeout(timer);
  // The version before waits for an index for a minute only; the server continues.
  if (code !== 0 && build === before) return false;
  if (signal === null && code !== 0) throw new Error(`indexes of ${build} ended with ${code}`);
  return signal === null;
}

/** From the version before to this one, while the version before sends. */
async function upgrade(build: string): Promise<void> {
  const db = mongoose.connection.db!;
  for (const name of LARGE) await db.collection(name).dropIndexes();
  // The version before refuses a store of this one.
  await db.collection('store_states').deleteMany({});
  let began = performance.now();
  while (!(await indexes(build)));
  say(`indexes of the version before: ${seconds(began)} s`);
  stack.build = build;
  await stack.replaceApi();
  const old = stack.startWorker();
  // Later the version before would not start.
  await send();
  let sends = 0;
  const upgraded = new AbortController();
  const sending = (async () => {
    while (!upgraded.signal.aborted) {
      await send();
      sends += 1;
    }
  })();
  began = performance.now();
  let kills = 0;
  for (let wait = 2000; !(await indexes(now!, wait)); wait = Math.min(wait * 1.3, 120_000)) {
    kills += 1;
    const locks = await db.collection('deliveries').indexes();
    if (!locks.some(({ unique }) => unique)) throw new Error('no unique index of deliveries is left');
  }
  say(`indexes of this version: ${seconds(began)} s, killed ${kills} times; ${sends} sends meanwhile`);
  upgraded.abort();
  await sending;
  await old.stop();
  stack.build = now;
  await stack.replaceApi();
  // A run after one that has ended drops what was replaced.
  began = performance.now();
  await indexes(now!);
  say(`old indexes dropped: ${seconds(began)} s`);
  const left = await rows(Delivery).countDocuments({ state: 'pending' });
  if (left > 0) throw new Error(`${left} mails were lost`);
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
