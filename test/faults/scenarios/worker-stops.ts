import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_MS } from '../../../worker/delivery/lease.ts';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, perKill, type Setup } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 25 };
/** Beyond its lease. The short form lets leases of who is silent for 12 s run out. */
const STOP_MS = { short: 16_000, full: LEASE_MS + 8000 };

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 2000 : 20_000 } = options;
  const stops = short ? 1 : 3;
  const sink = { delayMs: short ? 100 : 60 };
  return inArena(options, { sink, environment: environmentOf(setup), hasten: short }, async (arena) => {
    await arena.lay(size);
    await arena.startWorkers(2);
    const utr = await arena.send();
    const times: number[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      const due = ((stop + 0.1 + 0.4 * arena.random.share()) / (stops + 0.5)) * size;
      await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
      const { pid } = arena.random.pick([...arena.workers]);
      // What it had under way the other sends again, and what it still holds when it wakes it may send, too.
      times.push(Date.now());
      await hang(pid);
      await delay(short ? STOP_MS.short : STOP_MS.full);
      process.kill(pid, 'SIGCONT');
      times.push(Date.now());
    }
    await arena.completed(utr, 240);
    const windowMs = STOP_MS.full + 10_000;
    const verdict = await judgeSend(arena, setup, { utr, kills: times, windowMs });
    return {
      ...verdict,
      bound: stops * perKill(setup),
      faults: `${stops} stops of ${(short ? STOP_MS.short : STOP_MS.full) / 1000} s`,
      figures: { doubted: verdict.doubted, most_copies: verdict.mostCopies },
    };
  });
}

export const workerStops: Scenario = {
  name: 'worker-stops',
  claim: 'a worker stands still beyond its lease, and goes on: no one lost, no more doubled than by a kill',
  run,
};
