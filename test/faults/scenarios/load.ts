import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startTraffic } from '../support/traffic.ts';

/** Goals of reliability 5, 21. */
const GOAL = { p50: 20, p99: 250, mailsASecond: 200 };
/** As slow as a relay nearby: it takes some 1,000 a second of a worker, which leaves the machine to others, too. */
const DELAY_MS = 10;
/** Seconds over which mails are counted. */
const STRETCH_S = 10;
const WARM_MS = 5000;
/** The share of a send that is out when the next is created. */
const NEXT_AT = 0.75;

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 3000 : 100_000 } = options;
  const rate = short ? 60 : 300;
  const ms = short ? 8000 : 600_000;
  return inArena(options, { sink: { delayMs: DELAY_MS } }, async (arena) => {
    await arena.lay(size);
    await arena.startWorkers(1);
    // Code that runs for the first time takes many times as long: the clock runs from then on.
    const warming = startTraffic(arena.stack, rate / 3, arena.random);
    await delay(short ? 500 : WARM_MS);
    const { errors: early } = await warming.stop();
    // From its first mail on a send is delivered all the time: the next is frozen while the last quarter goes out.
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
    const errors = [...early, ...late];
    let [delivered, lost] = [0, 0];
    for (const utr of sends) {
      const { delivered: sent = 0, skipped = 0 } = await arena.completed(utr, 600);
      delivered += sent;
      // The traffic adds people, and takes some off.
      lost += Math.max(0, size - sent - skipped);
    }
    const broken = errors.length > 0 ? [`${errors.length} errors: ${errors.slice(0, 3).join('; ')}`] : [];
    // Short runs share the machine with others: they count, and measure nothing.
    if (!short && p50 > GOAL.p50) broken.push(`half of the answers took up to ${p50} ms`);
    if (!short && p99 > GOAL.p99) broken.push(`99 of 100 answers took up to ${p99} ms`);
    if (!short && slowest < GOAL.mailsASecond) broken.push(`only ${Math.round(slowest)} mails a second`);
    return {
      faults: `${rate} calls a second`,
      recipients: calls,
      lost: errors.length + lost,
      doubled: Math.max(0, (await arena.taken()) - delivered),
      bound: 0,
      broken,
      figures: {
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
  beside: 'none',
  run,
};
