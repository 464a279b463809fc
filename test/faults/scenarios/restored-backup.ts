import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProgram } from '../../../bench/support/processes.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** Milliseconds, several rounds of the sweep, in which no mail may be sent. */
const WATCHED_MS = { short: 5000, long: 30_000 };

/** Runs a command of the release, as an operator does; returns its output. */
async function command({ stack }: Arena, build: string, name: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(build, 'common', 'commands', `${name}.js`), ...words],
    { env: { ...process.env, ...stack.environment } },
  );
  return stdout;
}

const ready = (arena: Arena) =>
  until(
    () =>
      fetch(`${arena.stack.origin}/readyz`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    'the API to be ready',
    60_000,
  );

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 1500 : 20_000 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-backup-'));
  const file = join(folder, 'yesterday.backup');
  const environment = {
    ...environmentOf({ connections: 10, slices: 3, recordMails: 50 }),
    SMTP_RATE: String(short ? 300 : 1000),
  };
  try {
    return await inArena(options, { environment, hasten: short }, async (arena) => {
      await arena.lay(size);
      const [worker] = await arena.startWorkers(1);
      const running = await arena.send();
      const scheduled = await arena.send({
        schedule_type: 1,
        schedule_date: '2099-01-01',
        schedule_time: '00:00:00',
      });
      await until(async () => (await arena.taken()) >= size / 3, 'a third to be out', 120_000);
      const began = performance.now();
      await command(arena, options.build, 'backup', file);
      const backupMs = performance.now() - began;
      const atBackup = await arena.taken();
      // The rest is sent, and another send too. Then the database is lost.
      await arena.completed(running, 300);
      const after = await arena.send({ single_send_name: 'After the backup' });
      await arena.completed(after, 300);
      await worker!.stop();
      await arena.stack.api.stop();
      const before = await arena.taken();

      const began2 = performance.now();
      const report = await command(arena, options.build, 'restore', file, '--replace');
      const restoreMs = performance.now() - began2;
      const api = startProgram(
        join(options.build, 'api/main.js'),
        { ...arena.stack.environment, PORT: new URL(arena.stack.origin).port },
        options.logs && join(options.logs, 'api-restored.log'),
      );
      try {
        await ready(arena);
        await arena.startWorkers(1);
        await delay(short ? WATCHED_MS.short : WATCHED_MS.long);
        const held = (await arena.taken()) - before;
        const broken: string[] = [];
        if (!/running send 1 .* (\d+) mail\(s\) would be sent/.test(report))
          broken.push(`the report: ${report}`);
        const wouldGo = Number(/running send 1 .*?(\d+) mail\(s\)/.exec(report)?.[1] ?? -1);
        if ((await arena.details(scheduled))['status'] !== 0)
          broken.push('what is due in 2099 would go by itself');

        await command(arena, options.build, 'release-holds', '--send', '1');
        await arena.completed(running, 300);
        const { pending = -1, delivered = 0 } = await arena.details(running);
        if (pending !== 0 || delivered !== size)
          broken.push(`released, it delivered ${delivered}, ${pending} wait`);
        const released = (await arena.taken()) - before;
        if (released !== wouldGo) broken.push(`the report says ${wouldGo} would go, and ${released} went`);
        if ((await rows(Mailing).countDocuments({ paused_reason: 'restored' })) > 0)
          broken.push('a hold is left');
        return {
          faults: 'a restore in mid-send',
          recipients: size,
          lost: Math.max(0, size - delivered),
          doubled: held,
          bound: 0,
          broken,
          figures: {
            sent_at_backup: atBackup,
            would_go: wouldGo,
            sent_while_held: held,
            sent_once_released: released,
            backup_ms: Math.round(backupMs),
            restore_ms: Math.round(restoreMs),
            backup_kb: Math.round(statSync(file).size / 1024),
          },
        };
      } finally {
        await api.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const restoredBackup: Scenario = {
  name: 'restored-backup',
  claim:
    'a backup from mid-send is restored: no mail is sent until a person allows it (doubled: mails sent while held)',
  run,
};
