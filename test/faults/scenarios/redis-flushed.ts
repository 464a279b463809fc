import { Redis } from 'ioredis';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };

export const redisFlushed: Scenario = {
  name: 'redis-flushed',
  claim: 'FLUSHALL in a send: nobody lost, nobody doubled, it goes on within 15 s',
  run: (options) => {
    const { short, size = short ? 2000 : 20_000 } = options;
    const flushes = short ? 2 : 5;
    return inArena(
      options,
      { sink: { delayMs: short ? 20 : 15 }, environment: environmentOf(setup) },
      async (arena) => {
        await arena.lay(size);
        await arena.startWorkers(2);
        const utr = await arena.send();
        const redis = new Redis(arena.stack.redis.url());
        const pauses: number[] = [];
        for (let flush = 0; flush < flushes; flush += 1) {
          const due = ((flush + arena.random.share()) / (flushes + 0.5)) * size;
          await until(async () => (await arena.taken()) >= due, 'the send to go on', 120_000);
          await redis.flushall();
          pauses.push(await pauseAfter(() => arena.taken(), size, options.short));
        }
        redis.disconnect();
        await arena.completed(utr, 120);
        const verdict = await judgeSend(arena, setup, { utr });
        const longest = Math.max(...pauses);
        const broken = [...verdict.broken];
        if (longest > 15) broken.push(`stood still for ${longest} s after a flush`);
        return { ...verdict, broken, faults: `${flushes} flushes`, figures: { longest_pause_s: longest } };
      },
    );
  },
};

/** Seconds of the longest standstill in the five after this moment, or until everything is sent. */
async function pauseAfter(taken: () => Promise<number>, size: number, short: boolean): Promise<number> {
  const ends = performance.now() + (short ? 1500 : 5000);
  let last = performance.now();
  let longest = 0;
  let seen = await taken();
  for (;;) {
    const count = await taken();
    const at = performance.now();
    if (count > seen || count >= size) {
      longest = Math.max(longest, at - last);
      last = at;
    }
    seen = count;
    if (count >= size || (at > ends && at - last < 200)) return Math.round(longest) / 1000;
    if (at - last > 60_000) return 60;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
