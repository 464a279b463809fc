import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { type Mongod, startMongod } from '../../../local/mongod.ts';
import { until } from '../../support/until.ts';
import { inArena, patiently } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { BACK_S, complaintsOf } from '../support/promptness.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Size of the disk for MongoDB's files. */
const DISK_MB = { short: 700, full: 1500 };

function mount(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`mount: ${String(stderr)}`);
}

/** Fills a disk to its last byte, even while others write. */
function fill(file: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' });
}

/** mongod ends when it can't write. An operator starts it again as soon as there is room. */
async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 1500 : 10_000 } = options;
  const form = short ? 'short' : 'full';
  const rounds = short ? 1 : 2;
  let disk = '';
  const mongo = async (folder: string): Promise<Mongod> => {
    if (disk === '') mount(folder, DISK_MB[form]);
    disk = folder;
    const mongod = await startMongod({ folder, cacheGb: 0.5 });
    const stop = async (): Promise<void> => {
      await mongod.stop();
      spawnSync('umount', [folder]);
    };
    return { ...mongod, stop };
  };
  const environment = environmentOf(setup);
  return inArena(options, { sink: { delayMs: short ? 60 : 50 }, environment, mongo }, async (arena) => {
    const work = await startWork(arena, size, WORKERS);
    const moments: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const due = ((round + 0.2 + 0.6 * arena.random.share()) / (rounds + 1)) * size;
      await until(async () => (await patiently(() => arena.taken())) >= due, 'the send to go on', 240_000);
      const filler = join(disk, 'filler');
      const { mongod } = arena.stack;
      while (!mongod.gone()) {
        fill(filler);
        // Makes MongoDB write now instead of at its next checkpoint, up to a minute later.
        await mongoose.connection
          .db!.admin()
          .command({ fsync: 1 }, { timeoutMS: 2000 })
          .catch(() => {});
        await delay(500);
      }
      await delay(arena.random.between(2000, 6000));
      rmSync(filler);
      arena.stack.mongod = await arena.stack.startMongod();
      moments.push(performance.now());
    }
    await delay(short ? 2000 : 5000);
    await work.end();
    const { history, ...verdict } = await judgeWork(arena, setup, work);
    const broken = [...verdict.broken, ...complaintsOf(history, short)];
    const back = moments.map((moment) => work.clients.backAfter(moment));
    for (const seconds of back)
      if (seconds === null || seconds > BACK_S)
        broken.push(`service was back ${seconds} s after there was room`);
    return {
      ...verdict,
      bound: 0,
      broken,
      faults: `${rounds} full disks`,
      figures: { ...verdict.figures, slowest_s: history.slowest_s, back_s: back.join(', ') },
    };
  });
}

export const diskFull: Scenario = {
  name: 'disk-full',
  claim:
    'the disk of MongoDB is full, then there is room again: no one lost or doubled, acknowledged changes are stored',
  needs: 'namespaces',
  run,
};
