import { Redis } from 'ioredis';
import type { SendFault } from '../support/faults-during-send.ts';

export const redisFlushed: SendFault = {
  name: 'redis-flushed',
  claim: 'FLUSHALL in a send: no recipient lost, no mail doubled, it continues within 15 s',
  setup: () => ({ connections: 10, slices: 3, recordMails: 50 }),
  delayMs: 15,
  async breakIt({ arena, size, short, taken, reached, completed, judge }) {
    const flushes = short ? 2 : 5;
    const redis = new Redis(arena.stack.redis.url());
    const pauses: number[] = [];
    for (let flush = 0; flush < flushes; flush += 1) {
      await reached(((flush + arena.random.share()) / (flushes + 0.5)) * size);
      await redis.flushall();
      pauses.push(await pauseAfter(taken, size, short));
    }
    redis.disconnect();
    await completed(120);
    const verdict = await judge({});
    const longest = Math.max(...pauses);
    const broken = [...verdict.broken];
    if (longest > 15) broken.push(`stood still for ${longest} s after a flush`);
    return { ...verdict, broken, faults: `${flushes} flushes`, figures: { longest_pause_s: longest } };
  },
};

/** Seconds of the longest standstill in the five seconds after this moment, or until everything is sent. */
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
