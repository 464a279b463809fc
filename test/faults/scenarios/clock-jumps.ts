import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
const HOUR_MS = 3_600_000;
const SHIFTED = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url));
/** A send that is scheduled for then must not have started at the end of the scenario. */
const SCHEDULED_MS = 30 * 60_000;

/** Two workers run; the clock of one machine is put forward by an hour in the middle of the run, and back. */
async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 1500 : 10_000 } = options;
  const rounds = short ? 1 : 3;
  const folder = mkdtempSync(join(tmpdir(), 'mailing-clock-'));
  const clock = join(folder, 'shift');
  writeFileSync(clock, '0');
  try {
    return await inArena(
      options,
      { sink: { delayMs: short ? 60 : 50 }, environment: environmentOf(setup) },
      async (arena) => {
        const work = await startWork(arena, size, 1);
        await arena.startWorkers(1, {
          NODE_OPTIONS: `--import=${SHIFTED}`,
          CLOCK_SHIFT_FILE: clock,
        });
        const [date, time] = new Date(Date.now() + SCHEDULED_MS).toISOString().slice(0, 19).split('T');
        const later = await arena.send({ schedule_type: 1, schedule_date: date, schedule_time: time });
        for (let round = 0; round < rounds; round += 1) {
          const due = ((round + 0.2 + 0.6 * arena.random.share()) / (rounds + 1)) * size;
          await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
          writeFileSync(clock, String(HOUR_MS));
          await delay(arena.random.between(3000, 6000));
          writeFileSync(clock, '0');
          await delay(1000);
        }
        const early = await rows(SingleSend).findOne({ utr: later });
        await arena.stack.call('/single/send/bulk-delete', { strIds: [later] });
        await rows(SingleSend).deleteOne({ utr: later });
        await work.end();
        const { history, ...verdict } = await judgeWork(arena, setup, work);
        const broken = [...verdict.broken];
        if (early?.status !== 1) broken.push(`a send of half an hour later has status ${early?.status}`);
        if (history.unknown > 0) broken.push(`${history.unknown} calls were answered 503`);
        if (verdict.figures['doubted']! !== 0) broken.push(`${verdict.figures['doubted']} rows were doubted`);
        return { ...verdict, bound: 0, broken, faults: `${rounds} hours ahead and back` };
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const clockJumps: Scenario = {
  name: 'clock-jumps',
  claim:
    "one machine's clock is put an hour ahead during all work, and back: no one lost or doubled, nothing starts early",
  run,
};
