import type { Filter } from 'mongodb';
import { now } from '../../common/clock.ts';
import { isEmailMailing } from '../../common/domain/mailing-keys.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { countFigures, markAllDirty, markDirty } from '../../common/queries/figures.ts';
import { setMoves } from '../automations/batch-moves.ts';
import type { WorkerContext } from '../context.ts';
import { gatherStray } from '../delivery/gather.ts';
import { ringSlices } from '../delivery/ring-slices.ts';
import { noteCompletes } from '../notices/events.ts';

/**
 * Completes a mailing once every row has its final outcome, with figures counted from the ledger. Rows that are
 * pending in no batch are gathered into one: a crash between two writes leaves them so.
 */
export async function finishMailing(
  { mailing: key }: Pick<JobPayloads['finish-mailing'], 'mailing'>,
  worker: WorkerContext,
): Promise<void> {
  const mailing = await rows(Mailing).findOne({ _id: key }, { projection: { content: 0, links: 0 } });
  if (!mailing || mailing.state === 'freezing') return;
  const { single_send_id, user_id } = mailing;
  const send =
    single_send_id === null
      ? null
      : await rows(SingleSend).findOne({ _id: single_send_id }, { projection: { updated_at: 1 } });
  if (mailing.state === 'open') await complete(mailing, worker);
  // An automation's email is at rest only: there may be more of it at any time.
  if (single_send_id === null || !send || !(await isDone(key))) return;
  await noteCompletes({ single_send_id, user_id }, worker.log);
  const at = now();
  await rows(SingleSend).updateOne(
    // Whoever opened it again since it was read, to send mails in doubt once more, changed that time.
    { _id: single_send_id, status: SEND_STATUS.running, updated_at: send.updated_at },
    { $set: { status: SEND_STATUS.completed, completed_at: at, hold_reason: null, hold_detail: null } },
  );
}

const isDone = async (key: string): Promise<boolean> =>
  (await rows(Mailing).findOne({ _id: key, state: 'done' }, { projection: { _id: 1 } })) !== null;

/** Closes the mailing once every row is final. */
async function complete(
  { _id: key, user_id, stopped, audience, writes }: Omit<MailingDocument, 'content' | 'links'>,
  { ring, log }: WorkerContext,
): Promise<void> {
  if (stopped) await skipDeferred(key);
  const left = await rows(Batch).findOne(
    { mailing: key, state: { $ne: 'done' } },
    { projection: { _id: 1 } },
  );
  if (left) return;
  const figures = await countFigures(key);
  if (figures.pending + figures.deferred > 0) {
    if (figures.pending > 0 && (await gatherStray(key, user_id)) > 0) await ringSlices(ring, key);
    else if (figures.pending > 0 || !(await isAnyDeferred(key))) await markAllDirty(key);
    return;
  }
  const { modifiedCount } = await rows(Mailing).updateOne(
    // Rows that came while it was counted are not.
    { _id: key, state: 'open', writes },
    { $set: { state: 'done', done_at: now(), paused_reason: null, paused_detail: null } },
  );
  if (modifiedCount === 1 && !isEmailMailing(key))
    log.info({ mailing: key, user_id, figures, audience }, 'mailing completed');
}

/** The date only makes the index good for it. */
const deferredOf = (mailing: string): Filter<DeliveryDocument> => ({
  mailing,
  state: 'deferred',
  due_at: { $gte: new Date(0) },
});

/** Figures may say so of rows that are not: a write that took longer than it may came after it was counted. */
const isAnyDeferred = async (mailing: string): Promise<boolean> =>
  (await rows(Delivery).countDocuments(deferredOf(mailing), { limit: 1 })) > 0;

/** What waits for another try when a send is stopped gets none. */
async function skipDeferred(key: string): Promise<void> {
  const deferred = deferredOf(key);
  const batches = await rows(Delivery).distinct('batch', deferred);
  if (batches.length === 0) return;
  await markDirty(batches);
  await rows(Delivery).updateMany(deferred, { $set: { state: 'skipped' } });
  if (isEmailMailing(key)) await setMoves(batches);
}
