import { now } from '../../common/clock.ts';
import { isEmailMailing } from '../../common/domain/mailing-keys.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { markAllDirty, markDirty, refreshFigures } from '../../common/queries/figures.ts';
import type { WorkerContext } from '../context.ts';
import { gatherStray } from '../delivery/gather.ts';
import { ringSlices } from '../delivery/ring-slices.ts';
import { noteCompletes } from '../notices/events.ts';

/**
 * Completes a mailing once every row has its final outcome, with figures counted from the ledger. Rows that are
 * pending in no batch are gathered into one: a crash between two writes leaves them so.
 */
export async function finishMailing(
  { mailing: key }: JobPayloads['finish-mailing'],
  worker: WorkerContext,
): Promise<void> {
  const mailing = await rows(Mailing).findOne({ _id: key }, { projection: { content: 0, links: 0 } });
  if (!mailing || mailing.state === 'freezing') return;
  if (mailing.state === 'open' && !(await complete(mailing, worker))) return;
  // An automation's email is at rest only: there may be more of it at any time.
  const { single_send_id, user_id } = mailing;
  if (single_send_id === null) return;
  await noteCompletes({ single_send_id, user_id }, worker.log);
  const at = now();
  await rows(SingleSend).updateOne(
    { _id: single_send_id, status: SEND_STATUS.running },
    { $set: { status: SEND_STATUS.completed, completed_at: at } },
  );
}

/** Answers whether every row is final, and the mailing therefore done. */
async function complete(
  { _id: key, user_id, stopped, audience, writes }: Omit<MailingDocument, 'content' | 'links'>,
  { ring, log }: WorkerContext,
): Promise<boolean> {
  if (stopped) await skipDeferred(key);
  const left = await rows(Batch).findOne(
    { mailing: key, state: { $ne: 'done' } },
    { projection: { _id: 1 } },
  );
  if (left) return false;
  const figures = await refreshFigures(key);
  if (figures.pending + figures.deferred > 0) {
    if (figures.pending > 0 && (await gatherStray(key, user_id)) > 0) await ringSlices(ring, key);
    else if (figures.pending > 0 || !(await isAnyDeferred(key))) await markAllDirty(key);
    return false;
  }
  const { modifiedCount } = await rows(Mailing).updateOne(
    // Rows that came while it was counted are not.
    { _id: key, state: 'open', writes },
    { $set: { state: 'done', done_at: now(), paused_reason: null } },
  );
  if (modifiedCount === 1 && !isEmailMailing(key))
    log.info({ mailing: key, user_id, figures, audience }, 'mailing completed');
  return true;
}

/** Figures may say so of rows that are not: a write that took longer than it may came after it was counted. */
const isAnyDeferred = async (mailing: string): Promise<boolean> =>
  // The date only makes the index good for it.
  (await rows(Delivery).countDocuments(
    { mailing, state: 'deferred', due_at: { $gte: new Date(0) } },
    { limit: 1 },
  )) > 0;

/** What waits for another try when a send is stopped gets none. */
async function skipDeferred(key: string): Promise<void> {
  const deferred = { mailing: key, state: 'deferred' as const };
  const batches = await rows(Delivery).distinct('batch', deferred);
  if (batches.length === 0) return;
  await markDirty(batches);
  await rows(Delivery).updateMany(deferred, { $set: { state: 'skipped' } });
  if (isEmailMailing(key)) await rows(Batch).updateMany({ _id: { $in: batches } }, { $set: { moves: true } });
}
