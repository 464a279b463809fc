import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_MS } from '../../../common/store/lease.ts';
import { hang } from '../../support/hang.ts';
import { perKill, type Setup } from '../support/bounds.ts';
import type { SendFault } from '../support/faults-during-send.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 25 };
/**
 * Longer than a lease. The short form ends leases that were not renewed for 12 s, but the worker relies on its own until 25 s after
 * the last renewal: if it continued before that, it would hand over rows that another worker already has.
 */
const STOP_MS = { short: LEASE_MS - 4000, full: LEASE_MS + 8000 };

export const workerStops: SendFault = {
  name: 'worker-stops',
  claim: 'a worker is suspended beyond its lease and resumes: no one lost, no more doubled than by a kill',
  setup: () => setup,
  delayMs: 60,
  async breakIt({ arena, size, short, reached, completed, judge }) {
    const stops = short ? 1 : 3;
    const kills: number[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      await reached(((stop + 0.1 + 0.4 * arena.random.share()) / (stops + 0.5)) * size);
      const { pid } = arena.random.pick([...arena.workers]);
      // The other worker sends again what this one had under way, and this one may send what it still holds when it continues.
      kills.push(Date.now());
      await hang(pid);
      await delay(short ? STOP_MS.short : STOP_MS.full);
      process.kill(pid, 'SIGCONT');
      kills.push(Date.now());
    }
    await completed(240);
    const verdict = await judge({ kills, windowMs: STOP_MS.full + 10_000 });
    return {
      ...verdict,
      bound: stops * perKill(setup),
      faults: `${stops} stops of ${(short ? STOP_MS.short : STOP_MS.full) / 1000} s`,
      figures: { doubted: verdict.doubted, most_copies: verdict.mostCopies },
    };
  },
};
