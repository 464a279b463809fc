import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { chunksOf } from '../../../common/domain/chunks.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { compareBooks } from '../support/books.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { Scenario } from '../support/scenario.ts';

const setup: Setup = { connections: 5, slices: 3, recordMails: 50 };
const HOUR = 3_600_000;
/** By how much the clocks of the four workers are wrong, in milliseconds. */
const SHIFTS = [HOUR, -HOUR, 90_000, 0];
const SHIFTED = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url));
/** Contacts of a send. */
const PEOPLE = 2;
const LATE_S = 10;
/** Maximum time to create a send; without load it takes 10 ms. */
const CREATED_MS = 150;
/** Sends that are created together. */
const AT_ONCE = 10;

export const schedules: Scenario = {
  name: 'schedules',
  claim: 'many sends due in a minute, clocks an hour off, FLUSHALL in it: each starts once, none early',
  parallel: 'none',
  run: (options) => {
    const { short, size: sends = short ? 60 : 500 } = options;
    const seconds = short ? 8 : 60;
    return inArena(options, { environment: environmentOf(setup) }, async (arena) => {
      await arena.lay(PEOPLE);
      for (const shift of SHIFTS) {
        await arena.startWorkers(1, {
          NODE_OPTIONS: `--import=${SHIFTED}`,
          CLOCK_SHIFT_MS: String(shift),
        });
      }
      // All are created before the first is due, even on a busy machine. The first ones due are created first.
      const first = Math.ceil((Date.now() + sends * CREATED_MS + 5000) / 1000) * 1000;
      const dues = Array.from({ length: sends }, () => first + arena.random.integer(0, seconds - 1) * 1000);
      dues.sort((a, b) => a - b);
      const utrs = await createAll(arena, dues);
      await until(() => Date.now() > first + (seconds / 2) * 1000, 'half of the time', 120_000);
      const redis = new Redis(arena.stack.redis.url());
      await redis.flushall();
      redis.disconnect();
      await until(
        async () => (await rows(SingleSend).countDocuments({ utr: { $in: utrs }, status: 3 })) === sends,
        'all sends to complete',
        (seconds + 60) * 1000,
      );
      return judge(arena, utrs, dues, short);
    });
  },
};

async function createAll(arena: Arena, dues: readonly number[]): Promise<string[]> {
  const utrs: string[] = [];
  for (const some of chunksOf(dues, AT_ONCE)) {
    const created = some.map((due) => {
      const [date, time] = new Date(due).toISOString().slice(0, 19).split('T');
      return arena.send({ schedule_type: 1, schedule_date: date, schedule_time: time });
    });
    utrs.push(...(await Promise.all(created)));
  }
  return utrs;
}

async function judge(arena: Arena, utrs: readonly string[], dues: readonly number[], short: boolean) {
  const mailings = await Promise.all(utrs.map((utr) => arena.mailing(utr)));
  const copies = await arena.copies();
  const compared = await compareBooks({
    mailings,
    copies,
    kills: [],
    perKill: 0,
    windowMs: 0,
    secret: arena.stack.environment['APP_SECRET']!,
  });
  const broken = [...compared.broken];
  const sent = await rows(SingleSend)
    .find({ utr: { $in: [...utrs] } })
    .toArray();
  const startOf = new Map(sent.map((send) => [send.utr, send.sent_at?.getTime() ?? 0]));
  const late = utrs.map((utr, at) => startOf.get(utr)! - dues[at]!).sort((a, b) => a - b);
  const people = await rows(Contact).countDocuments({});
  if (compared.recipients !== utrs.length * people) broken.push(`${compared.recipients} recipients`);
  if (late[0]! < 0) broken.push(`a send started ${-late[0]!} ms early`);
  const firstDue = Math.min(...dues);
  if (copies.some((copy) => copy.at < firstDue)) broken.push('a mail went out before any send was due');
  const p99 = late[Math.ceil(late.length * 0.99) - 1]! / 1000;
  if (!short && p99 > LATE_S) broken.push(`p99 late ${p99} s`);
  return {
    ...compared,
    broken,
    bound: 0,
    faults: '3 clocks off, 1 flush',
    figures: { sends: utrs.length, late_s_p50: late[Math.floor(late.length / 2)]! / 1000, late_s_p99: p99 },
  };
}
