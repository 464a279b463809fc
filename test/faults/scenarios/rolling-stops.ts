import { setTimeout as delay } from 'node:timers/promises';
import type { SendFault } from '../support/faults-during-send.ts';

/** Docker kills 10 s after it asked. */
const EXIT_S = 9;

export const rollingStops: SendFault = {
  name: 'rolling-stops',
  claim:
    'SIGTERM of one worker after another in a send: no recipient lost, no mail doubled, each stops within 9 s',
  setup: () => ({ connections: 10, slices: 3, recordMails: 50 }),
  delayMs: 60,
  async breakIt({ arena, size, short, startWorkers, reached, completed, judge }) {
    const stops = short ? 3 : 20;
    const broken: string[] = [];
    let slowest = 0;
    for (let stop = 0; stop < stops; stop += 1) {
      await reached(((stop + 0.3 + 0.5 * arena.random.share()) / (stops + 1)) * size);
      await delay(arena.random.between(0, 100));
      const leaver = arena.random.pick([...arena.workers]);
      const replaced = startWorkers(1);
      const asked = performance.now();
      await leaver.stop();
      slowest = Math.max(slowest, (performance.now() - asked) / 1000);
      if (leaver.child.exitCode !== 0) broken.push(`a worker ended with ${leaver.child.exitCode}`);
      await replaced;
    }
    if (slowest > EXIT_S) broken.push(`a worker took ${slowest.toFixed(1)} s to end`);
    await completed(120);
    const verdict = await judge({});
    broken.push(...verdict.broken);
    if (verdict.doubted > 0) broken.push(`${verdict.doubted} rows were doubted`);
    return {
      ...verdict,
      broken,
      faults: `${stops} stops`,
      figures: { slowest_exit_s: Math.round(slowest * 10) / 10 },
    };
  },
};
