import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Batch } from '../../../common/models/batches.ts';
import { rows } from '../../support/rows.ts';
import { inArena } from '../support/arena.ts';
import { COLLECTING, collect, heldBy } from '../support/held.ts';
import { memoryOver } from '../support/memory-over.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startTraffic } from '../support/traffic.ts';

/** Calls a second: a third of what a slow machine can serve, since three soaks run at once with their sends. */
const RATE = 25;

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 300 : 3000 } = options;
  const ms = short ? 8000 : 30 * 60_000;
  const pause = short ? 500 : 10_000;
  return inArena(options, { environment: COLLECTING }, async (arena) => {
    await arena.lay(size);
    const [worker] = await arena.startWorkers(1);
    const redis = new Redis(arena.stack.environment['REDIS_URL']!);
    try {
      // New contacts join another type, so that a send is as large at the end as at the beginning.
      await arena.stack.call('/contacts-type/add', { name: 'Newcomers' });
      const traffic = startTraffic(arena.stack, short ? 20 : RATE, arena.random, 2);
      const programs = { api: arena.stack.api, worker: worker! };
      const sends: string[] = [];
      const keys: number[] = [];
      const began = performance.now();
      while (performance.now() - began < ms) {
        sends.push(await arena.send());
        await delay(pause);
        keys.push(await redis.dbsize());
        // malloc's memory varies by a megabyte, so many measurements are needed to see a trend.
        Object.values(programs).forEach(collect);
      }
      const { calls, errors } = await traffic.stop();
      let recipients = 0;
      const unsettled: string[] = [];
      for (const utr of sends) {
        const { delivered = 0, skipped = 0, bounces = 0, pending = 0 } = await arena.completed(utr, 300);
        recipients += delivered + bounces + pending;
        if (bounces + pending > 0)
          unsettled.push(
            `${utr}: ${delivered} sent, ${skipped} left out, ${bounces} bounced, ${pending} wait`,
          );
      }
      const memory = Object.entries(programs).map(([name, program]) => memoryOver(name, heldBy(program)));
      const leases = await rows(Batch).countDocuments({ lease_token: { $ne: null } });
      const [first, last] = [keys[Math.floor(keys.length / 3)] ?? 0, keys.at(-1) ?? 0];
      const lost = recipients - (await arena.taken());
      const broken = errors.length > 0 ? [`${errors.length} errors: ${errors.slice(0, 3).join('; ')}`] : [];
      broken.push(...unsettled.slice(0, 3));
      if (leases > 0) broken.push(`${leases} leases are open`);
      if (last > first + 100) broken.push(`Redis had ${first} keys, and has ${last}`);
      // A short run says nothing about memory over hours.
      if (!short) broken.push(...memory.flatMap((one) => one.broken));
      return {
        faults: `${Math.round(ms / 1000)} s, ${sends.length} sends, ${calls} calls`,
        recipients,
        lost: Math.max(0, lost),
        doubled: Math.max(0, -lost),
        bound: 0,
        broken,
        figures: {
          redis_keys: `${first} to ${last}`,
          open_leases: leases,
          ...(!short && Object.assign({}, ...memory.map((one) => one.figures))),
        },
      };
    } finally {
      redis.disconnect();
    }
  });
}

export const soak: Scenario = {
  name: 'soak',
  claim: 'sends and calls for half an hour: memory, Redis keys and leases do not pile up',
  parallel: 'itself',
  run,
};
