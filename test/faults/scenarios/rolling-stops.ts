import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Docker kills 10 s after it asked. */
const EXIT_S = 9;

export const rollingStops: Scenario = {
  name: 'rolling-stops',
  claim: 'SIGTERM of one worker after another in a send: nobody lost, nobody doubled, out within 9 s',
  run: (options) => {
    const { short, size = short ? 2000 : 20_000 } = options;
    const stops = short ? 3 : 20;
    return inArena(
      options,
      { sink: { delayMs: short ? 40 : 60 }, environment: environmentOf(setup) },
      async (arena) => {
        await arena.lay(size);
        await arena.startWorkers(2);
        const utr = await arena.send();
        const broken: string[] = [];
        let slowest = 0;
        for (let stop = 0; stop < stops; stop += 1) {
          const due = ((stop + 0.3 + 0.5 * arena.random.share()) / (stops + 1)) * size;
          await until(async () => (await arena.taken()) >= due, 'the send to go on', 120_000);
          await delay(arena.random.between(0, 100));
          const leaver = arena.random.pick([...arena.workers]);
          const replaced = arena.startWorkers(1);
          const asked = performance.now();
          await leaver.stop();
          slowest = Math.max(slowest, (performance.now() - asked) / 1000);
          if (leaver.child.exitCode !== 0) broken.push(`a worker ended with ${leaver.child.exitCode}`);
          await replaced;
        }
        if (slowest > EXIT_S) broken.push(`a worker took ${slowest.toFixed(1)} s to end`);
        await arena.completed(utr, 120);
        const verdict = await judgeSend(arena, setup, { utr });
        broken.push(...verdict.broken);
        if (verdict.doubted > 0) broken.push(`${verdict.doubted} rows were doubted`);
        return {
          ...verdict,
          broken,
          faults: `${stops} stops`,
          figures: { slowest_exit_s: Math.round(slowest * 10) / 10 },
        };
      },
    );
  },
};
