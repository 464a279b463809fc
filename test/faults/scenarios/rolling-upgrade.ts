import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { buildRelease } from '../support/release.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const FROM = 'v0.1.0';
const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };

/** Replaces one program after the other by this build; the first new one runs the migrations. */
async function upgrade(arena: Arena, build: string): Promise<void> {
  arena.stack.build = build;
  const leaving = [...arena.workers];
  for (const before of leaving) {
    await arena.startWorkers(1);
    await before.stop();
    await delay(500);
  }
  await arena.stack.replaceApi();
}

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 2000 : 10_000, build } = options;
  const release = await buildRelease(FROM);
  const sink = { delayMs: short ? 100 : 60 };
  return inArena(
    { ...options, build: release.build },
    { sink, environment: environmentOf(setup) },
    async (arena) => {
      const work = await startWork(arena, size, WORKERS, true);
      const steps = release.sameSchema ? [build, release.build] : [build];
      for (const [at, step] of steps.entries()) {
        const due = ((at + 0.1 + 0.5 * arena.random.share()) / (steps.length + 0.5)) * size;
        await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
        await upgrade(arena, step);
      }
      await delay(1000);
      await work.end();
      const { history, ...verdict } = await judgeWork(arena, setup, work);
      const broken = [...verdict.broken];
      // A call may fall into the moment in which an API stops; it stops in order and answers so.
      if (verdict.figures['doubted']! !== 0) broken.push(`${verdict.figures['doubted']} rows were doubted`);
      const faults = `to this commit${release.sameSchema ? ', and back' : ''}`;
      return {
        ...verdict,
        bound: 0,
        broken,
        faults,
        figures: { ...verdict.figures, slowest_s: history.slowest_s },
      };
    },
  );
}

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  claim: `from ${FROM} to this commit during all work, one program after the other, and back where the schema is the same: no one lost or doubled`,
  needs: FROM,
  run,
};
