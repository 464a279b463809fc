import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createAccount } from '../common/accounts/accounts.ts';
import { createKeyPair } from '../common/accounts/key-pairs.ts';
import { hashPassword } from '../common/accounts/passwords.ts';
import { mailingOfSend } from '../common/domain/mailing-keys.ts';
import { Delivery } from '../common/models/deliveries.ts';
import { SEND_STATUS, SingleSend } from '../common/models/single-sends.ts';
import { rows } from '../test/support/rows.ts';
import { mailsArrived } from './support/arrivals.ts';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { usageOf } from './support/processes.ts';
import { idOf, sendNewsletter } from './support/send-newsletter.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Many sends at once, compared with one send to as many recipients: `node --import tsx bench/many-sends.ts ACCOUNTS SENDS RECIPIENTS`
 * (sends of each account, recipients of each send). In the end every recipient of every send must be accepted, once.
 */
const [accounts = 100, sends = 1, recipients = 1000] = process.argv.slice(2).map(Number);
const MAILS = accounts * sends * recipients;
const WARM_UP = 5000;

const stack = await startStack({ environment: { SMTP_CONNECTIONS: '10', RATE_CALLS: '0' } });
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run({ keys, mongod, redis, call, callAs, startWorker }: Stack): Promise<void> {
  await layGround(call);
  await fillContacts(keys.user_id, MAILS);
  await call('/contacts-type/add', { name: 'Warm-up' });
  await fillContacts(keys.user_id, WARM_UP, 2);
  const callers: Stack['call'][] = [];
  const password = { kept: await hashPassword('correct horse') };
  for (let at = 0; at < accounts; at += 1) {
    const account = await createAccount({
      name: 'Bench',
      email: `${at}@bench.example`,
      password,
      timezone: 'UTC',
    });
    const caller = callAs(await createKeyPair(account!._id, 'bench'));
    await layGround(caller);
    // Two contact types are the first account's.
    await fillContacts(account!._id, recipients, at + 3);
    callers.push(caller);
  }
  const worker = startWorker();
  const used = () => [worker.pid, mongod.pid, redis.pid].reduce((sum, pid) => sum + usageOf(pid).cpu, 0);
  await finished([() => send(call, 1, 2)], WARM_UP);
  const one = await measured([() => send(call, 1, 1)], MAILS);
  const many = await measured(
    callers.flatMap((caller, at) => Array.from({ length: sends }, () => () => send(caller, at + 2, at + 3))),
    MAILS,
  );
  const bare = accounts > 1 ? 0 : await bareCost();
  const size = `${(accounts * sends).toLocaleString('en')} sends of ${accounts.toLocaleString('en')} accounts to ${recipients.toLocaleString('en')} each`;
  const times = many.first.toSorted((a, b) => a - b);
  const fair = accounts > 1;
  const fixed = (many.cpu - one.cpu) / (accounts * sends);
  const ofOne = (ms: number): number => Number((ms / ((MAILS / one.rate) * 1000)).toFixed(2));
  report(
    { what: `rate, ${size}`, value: Math.round(many.rate), unit: 'mails/s' },
    {
      what: `compared with one send to as many`,
      value: Number((many.rate / one.rate).toFixed(2)),
      unit: '×',
      ...(fair && { goal: { atLeast: 0.7 } }),
    },
    { what: 'CPU of worker, mongod and Redis', value: Math.round(many.cpu / MAILS), unit: 'µs a mail' },
    {
      what: 'more CPU a send than its mails take in one send',
      value: Number((fixed / 1000).toFixed(1)),
      unit: 'ms',
    },
    ...(fair
      ? []
      : [
          { what: 'its commands and jobs alone', value: Number((bare / 1000).toFixed(1)), unit: 'ms' },
          {
            what: 'compared with them',
            value: Number((fixed / bare).toFixed(2)),
            unit: '×',
            goal: { atMost: 2.5 },
          },
        ]),
    { what: 'first mail of a send, median', value: Math.round(median(times)), unit: 'ms' },
    { what: 'first mail of a send, the last of all', value: Math.round(times.at(-1)!), unit: 'ms' },
    ...(fair
      ? [
          {
            what: 'the median of the time of one send',
            value: ofOne(median(times)),
            unit: '×',
            goal: { atMost: 0.33 },
          },
          {
            what: 'the last of the time of one send',
            value: ofOne(times.at(-1)!),
            unit: '×',
            goal: { atMost: 0.5 },
          },
        ]
      : []),
  );

  /** Microseconds of CPU of one send's commands and jobs, without our code, in the same stores. */
  async function bareCost(): Promise<number> {
    await worker.stop();
    const stores = () => usageOf(mongod.pid).cpu + usageOf(redis.pid).cpu;
    const before = stores();
    const env = { ...process.env, ...stack.environment, ROLE: 'sends', SENDS: String(accounts * sends) };
    const given = ['--import', './local/typescript.mjs', 'bench/support/bare-program.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, given, { env });
    const own = JSON.parse(stdout) as { cpu: number; sends: number };
    return own.cpu + (stores() - before) / own.sends;
  }

  /** Sends at once, and what they took. `first`: milliseconds from the first request to the first mail of each send. */
  async function measured(begin: readonly (() => Promise<number>)[], mails: number) {
    const cpu = used();
    const [asked, began] = [Date.now(), performance.now()];
    const { mailings, last } = await finished(begin, mails);
    const first = await rows(Delivery)
      .aggregate<{ at: Date }>([
        { $match: { mailing: { $in: mailings } } },
        { $group: { _id: '$mailing', at: { $min: '$accepted_at' } } },
      ])
      .toArray();
    return {
      rate: mails / ((last - began) / 1000),
      cpu: used() - cpu,
      first: first.map(({ at }) => at.getTime() - asked),
    };
  }
}

/**
 * Waits until sends are completed and all of their mails are accepted. `last`: when the last mail came, by
 * `performance.now()`.
 */
async function finished(
  begin: readonly (() => Promise<number>)[],
  mails: number,
): Promise<{ mailings: string[]; last: number }> {
  const already = await stack.sink.count();
  const ids = await Promise.all(begin.map((one) => one()));
  const { last } = await mailsArrived(stack.sink, already, mails);
  const open = { _id: { $in: ids }, status: { $ne: SEND_STATUS.completed } };
  while ((await rows(SingleSend).countDocuments(open)) > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const mailings = ids.map(mailingOfSend);
  const accepted = await rows(Delivery).countDocuments({ mailing: { $in: mailings }, state: 'accepted' });
  const came = (await stack.sink.count()) - already;
  if (accepted !== mails || came !== mails)
    throw new Error(`${accepted} of ${mails} are accepted, ${came} came`);
  return { mailings, last };
}

/** Creates a send; returns its id. Sender and group have the number of their account. */
async function send(call: Stack['call'], account: number, contactType: number): Promise<number> {
  return idOf(await sendNewsletter(call, { account, entry: `contacts_${contactType}` }));
}
