import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { fullSpeed, startTraffic } from '../support/traffic.ts';

/** Goals (docs/fault-tests.md, "Goals"). */
const GOAL = { p50: 20, p99: 250, mailsASecond: 200 };
/** As slow as a nearby relay: a worker sends about 1,000 mails a second, which leaves CPU for other work. */
const DELAY_MS = 10;
/** Seconds over which mails are counted. */
const STRETCH_S = 10;
const WARM_MS = 15_000;
/** Milliseconds in which it is counted how many calls a second are answered without a send … */
const ALONE_MS = 15_000;
/** … and the share of them that is made during the send: calls, their client, the send and its mail server share the machine. */
const SHARE = 0.35;
/** The next send is created when this share of the current one is sent. */
const NEXT_AT = 0.75;

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 3000 : 100_000 } = options;
  const ms = short ? 8000 : 600_000;
  return inArena(options, { sink: { delayMs: DELAY_MS } }, async (arena) => {
    await arena.lay(size);
    await arena.startWorkers(1);
    // Code is many times slower when it runs for the first time, so measuring starts afterwards.
    const { errors: early } = await fullSpeed(arena.stack, arena.random, short ? 500 : WARM_MS);
    const alone = short ? null : await fullSpeed(arena.stack, arena.random, ALONE_MS);
    const most = alone && Math.round(alone.calls / (ALONE_MS / 1000));
    const rate = most === null ? 60 : Math.round(most * SHARE);
    // After its first mail, one send is always being delivered: the next one is frozen while the last quarter is sent.
    const sends = [await arena.send()];
    await until(async () => (await arena.taken()) > 0, 'the first mail', 120_000);
    const [from, began] = [await arena.taken(), performance.now()];
    const traffic = startTraffic(arena.stack, rate, arena.random);
    let slowest = Number.POSITIVE_INFINITY;
    let [seen, at] = [from, began];
    while (performance.now() - began < ms) {
      await delay(500);
      const { delivered: gone = 0, skipped: left = 0 } = await arena.details(sends.at(-1)!);
      if (gone + left > size * NEXT_AT) sends.push(await arena.send());
      const seconds = (performance.now() - at) / 1000;
      if (seconds < STRETCH_S) continue;
      const now = await arena.taken();
      slowest = Math.min(slowest, (now - seen) / seconds);
      [seen, at] = [now, performance.now()];
    }
    const { calls, errors: late, p50, p99 } = await traffic.stop();
    const errors = [...early, ...(alone?.errors ?? []), ...late];
    let [delivered, lost] = [0, 0];
    for (const utr of sends) {
      const { delivered: sent = 0, skipped = 0 } = await arena.completed(utr, 600);
      delivered += sent;
      // The traffic adds contacts and unsubscribes some.
      lost += Math.max(0, size - sent - skipped);
    }
    const broken = errors.length > 0 ? [`${errors.length} errors: ${errors.slice(0, 3).join('; ')}`] : [];
    // Short runs share the machine with others, so they count mails but measure no times.
    if (!short && p50 > GOAL.p50) broken.push(`half of the answers took up to ${p50} ms`);
    if (!short && p99 > GOAL.p99) broken.push(`99 of 100 answers took up to ${p99} ms`);
    if (!short && slowest < GOAL.mailsASecond) broken.push(`only ${Math.round(slowest)} mails a second`);
    return {
      faults: `${rate} calls a second`,
      recipients: calls,
      // In a short run, other scenarios may take so much of the machine that calls are refused. It is then repeated alone.
      lost: lost + (short ? 0 : errors.length),
      doubled: Math.max(0, (await arena.taken()) - delivered),
      bound: 0,
      broken,
      figures: {
        ...(most !== null && { calls_a_second_without_a_send: most }),
        p50_ms: p50,
        p99_ms: p99,
        mails: delivered,
        sends: sends.length,
        ...(!short && { least_mails_a_second: Math.round(slowest) }),
      },
    };
  });
}

export const load: Scenario = {
  name: 'load',
  claim: 'mixed calls while a send runs: none fails, and both stay fast (lost: calls and people)',
  parallel: 'never',
  run,
};
