import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { nextId, reserveIds } from '../common/store/ids.ts';
import { startMongod } from '../local/mongod.ts';
import { report } from './support/figures.ts';

/**
 * How many reservations of ids one sequence takes: `node --import tsx bench/ids.ts [seconds]`. A counter is one document, and a process
 * has one reservation of a sequence under way, so that each of the writers here is like a process. Then one process asks for
 * ids as calls do, a thousand at the same time.
 */
const seconds = Number(process.argv[2] ?? 5);
const WRITERS = [1, 8, 64] as const;
const CALLS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'mailing-bench-'));
const mongod = await startMongod({ folder: join(folder, 'mongodb'), cacheGb: 0.5 });

/** How often so many writers repeat `act` in a second. */
async function rateOf(many: number, act: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const again = async (): Promise<void> => {
    while (performance.now() < until) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: many }, again));
  return Math.round(done / seconds);
}

try {
  await connectMongo(mongod.url('bench'));
  await reserveIds('contacts', 1);
  for (const writers of WRITERS)
    report({
      what: `reservations by ${writers} ${writers === 1 ? 'process' : 'processes'}`,
      value: await rateOf(writers, () => reserveIds('contacts', 1)),
      unit: '/s',
    });
  report({
    what: 'ids of calls, one process',
    value: await rateOf(CALLS, () => nextId('contacts')),
    unit: '/s',
  });
} finally {
  await disconnectMongo();
  await mongod.stop();
  rmSync(folder, { recursive: true, force: true });
}
