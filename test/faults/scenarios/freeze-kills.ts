import { setTimeout as delay } from 'node:timers/promises';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { rows } from '../../../common/mongo/connection.ts';
import { until } from '../../support/until.ts';
import type { JobFault } from '../support/amid-jobs.ts';
import type { Arena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { runOutLeases } from '../support/leases.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };

/**
 * The worker that freezes the audience dies at a failpoint, or at any time. In the end the audience is complete, and no mail
 * was sent before that.
 */
export const freezeKills: JobFault = {
  name: 'freeze-kills',
  claim:
    'kill -9 in the freeze: rows equal the audience, no mail doubled, none sent before the audience is complete',
  sizes: { short: 12_000, full: 100_000 },
  async breakIt({ arena, contactTypeId, size, short, foreign }) {
    const kills = short ? 2 : 10;
    const before = await arena.taken();
    const utr = await arena.send({ recipient_id: [`contacts_${contactTypeId}`] });
    let killed = 0;
    for (; killed < kills && (await isFreezing(arena, utr)); killed += 1) {
      await (killed % 2 === 0 ? dieInside(arena) : killAtRandom(arena, utr));
      await runOutLeases('now');
    }
    const sentBefore = (await arena.taken()) - before;
    const key = await arena.mailing(utr);
    const rowsBefore = await rows(Delivery).countDocuments({ mailing: key });
    await arena.startWorkers(2, environmentOf(setup));
    await arena.opened(utr);
    const written = await rows(Delivery).countDocuments({ mailing: key });
    await arena.completed(utr, 600);
    const verdict = await judgeSend(arena, setup, { utr, foreign });
    const broken = [...verdict.broken];
    if (sentBefore > 0) broken.push(`${sentBefore} mails were sent before the audience was whole`);
    if (written !== size) broken.push(`${written} rows, and ${size} people`);
    const opened = (await rows(Mailing).findOne({ _id: key }))!.opened_at!;
    const first = (await arena.copies())[before]!.at;
    if (first < opened.getTime()) broken.push('the first mail came before the audience stood');
    const stray = await rows(Batch).countDocuments({ mailing: key, state: { $ne: 'done' } });
    if (stray > 0) broken.push(`${stray} batches are left`);
    return { ...verdict, broken, faults: `${killed} kills`, figures: { rows_at_last_kill: rowsBefore } };
  },
};

const isFreezing = async (arena: Arena, utr: string): Promise<boolean> => {
  const mailing = await rows(Mailing).findOne({ _id: await arena.mailing(utr) });
  return mailing === null || mailing.state === 'freezing';
};

async function dieInside(arena: Arena): Promise<void> {
  const victim = arena.stack.startWorker({ FAILPOINTS: `mid-freeze@${arena.random.integer(1, 2)}` });
  await arena.died(victim);
}

async function killAtRandom(arena: Arena, utr: string): Promise<void> {
  const victim = arena.stack.startWorker();
  const key = await arena.mailing(utr);
  await until(async () => {
    const mailing = await rows(Mailing).findOne({ _id: key });
    return mailing && (mailing.lease_token !== null || mailing.state !== 'freezing');
  }, 'the freeze to begin');
  await delay(arena.random.between(0, 300));
  await victim.kill();
}
