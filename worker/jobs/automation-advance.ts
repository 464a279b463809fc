import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Automation } from '../../common/models/automations.ts';
import type { BatchDocument } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo.ts';
import { endMoves, nextToMove } from '../automations/batch-moves.ts';
import { type EndedRow, moveOn } from '../automations/move-on.ts';
import type { WorkerContext } from '../context.ts';

/**
 * Moves those on whose email of an automation has its final outcome: to their next email, to the end, or out. Batches
 * that were worked through say that there is something; each is passed on before it says no more.
 */
export async function automationAdvance(
  { mailing: key }: JobPayloads['automation-advance'],
  worker: WorkerContext,
): Promise<void> {
  const mailing = await rows(Mailing).findOne({ _id: key }, { projection: { content: 0, links: 0 } });
  const automation =
    mailing?.automation_id && (await rows(Automation).findOne({ _id: mailing.automation_id }));
  if (!mailing || !automation) return;
  while (!worker.stopping.aborted) {
    const batch = await nextToMove(key);
    if (!batch) return;
    await moveOn(automation, mailing, await readEnded(batch), worker);
    await endMoves(batch);
  }
}

/** The rows of a batch that have their final outcome. */
const readEnded = ({ mailing, first, last, ids }: BatchDocument): Promise<EndedRow[]> =>
  rows(Delivery)
    .find({
      _id: ids === null ? { $gte: first, $lte: last } : { $in: ids },
      mailing,
      state: { $in: ['accepted', 'bounced', 'skipped', 'in_doubt'] },
    })
    .project<EndedRow>({ state: 1, accepted_at: 1, reply: 1, email_norm: 1 })
    .toArray();
