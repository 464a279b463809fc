import { setTimeout as delay } from 'node:timers/promises';
import type { Failpoint } from '../../../common/config/failpoints.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { hasWholeAudience, Mailing } from '../../../common/models/mailings.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import type { Arena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { JobFault } from '../support/faults-during-jobs.ts';
import { runOutLeases } from '../support/leases.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };

/** Points at which the worker dies while it walks the audience. */
const POINTS = ['mid-freeze', 'walk-checkpointed', 'walk-ready'] as const satisfies readonly Failpoint[];

/**
 * The worker that walks the audience dies at a failpoint, or at any time, while it and others deliver what stands. In the end
 * the audience is complete, each in it has one row, and doubles are within the bound.
 */
export const freezeKills: JobFault = {
  name: 'freeze-kills',
  claim:
    'kill -9 while the audience is walked and delivered: rows equal the audience, doubles within the bound',
  sizes: { short: 20_000, full: 200_000 },
  async breakIt({ arena, contactTypeId, size, short, foreign }) {
    const most = short ? 3 : 12;
    const before = await arena.taken();
    const utr = await arena.send({ recipient_id: [`contacts_${contactTypeId}`] });
    const kills: number[] = [];
    while (kills.length < most && (await isWalked(arena, utr))) {
      if (kills.length % 4 === 3) await killAtRandom(arena, utr);
      else await dieAt(arena, utr, POINTS[kills.length % 4]!);
      kills.push(Date.now());
      await runOutLeases('now');
    }
    const sent = (await arena.taken()) - before;
    const key = await arena.mailing(utr);
    const written = await rows(Delivery).countDocuments({ mailing: key });
    await arena.startWorkers(2, environmentOf(setup));
    await arena.completed(utr, 600);
    const verdict = await judgeSend(arena, setup, { utr, kills, foreign });
    const broken = [...verdict.broken];
    if (verdict.recipients !== size) broken.push(`${verdict.recipients} rows, and ${size} people`);
    const stray = await rows(Batch).countDocuments({ mailing: key, state: { $ne: 'done' } });
    if (stray > 0) broken.push(`${stray} batches are left`);
    return {
      ...verdict,
      broken,
      faults: `${kills.length} kills`,
      figures: { rows_at_last_kill: written, sent_at_last_kill: sent },
    };
  },
};

/** Whether the audience is still to be walked. */
async function isWalked(arena: Arena, utr: string): Promise<boolean> {
  const mailing = await rows(Mailing).findOne({ _id: await arena.mailing(utr) });
  return mailing === null || !hasWholeAudience(mailing);
}

async function dieAt(arena: Arena, utr: string, point: Failpoint): Promise<void> {
  const victim = arena.stack.startWorker({ ...environmentOf(setup), FAILPOINTS: `${point}@1` });
  // The last step passes two of the points no more.
  await until(
    async () => victim.child.signalCode !== null || !(await isWalked(arena, utr)),
    'the worker to die',
    60_000,
  );
  await victim.kill();
}

async function killAtRandom(arena: Arena, utr: string): Promise<void> {
  const victim = arena.stack.startWorker(environmentOf(setup));
  const key = await arena.mailing(utr);
  await until(async () => {
    const mailing = await rows(Mailing).findOne({ _id: key });
    return mailing && (mailing.lease_token !== null || hasWholeAudience(mailing));
  }, 'the walk to begin');
  await delay(arena.random.between(0, 300));
  await victim.kill();
}
