import { countFigures, markAllDirty, storeFigures } from '../../../common/changes/figures.ts';
import { now } from '../../../common/clock.ts';
import { isEmailMailing, isMessageMailing } from '../../../common/domain/mailing-keys.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { Figures } from '../../../common/models/figures.ts';
import { Mailing, type MailingDocument } from '../../../common/models/mailings.ts';
import type { Filter } from '../../../common/store/collection.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { batchStrayRows } from '../ledger/retry-batches.ts';
import type { MailingOwner } from './mailing-owner.ts';
import { ringSlices } from './ring-slices.ts';
import { skipRows } from './skip-rows.ts';

type EndingMailing = Omit<MailingDocument, 'content' | 'links'>;

/** Ends a mailing if all its rows are final. Pending rows that a crash left without an open batch are put into a new batch. */
export async function endMailing(userId: number, key: string, worker: WorkerContext): Promise<void> {
  const mailing = await Mailing.of(userId).findOne({ _id: key }, { projection: { content: 0, links: 0 } });
  if (!mailing || mailing.state === 'freezing') return;
  const owner = worker.mailingOwners.of(mailing);
  const whenEnded = await owner.beforeEnd(mailing);
  const figures =
    mailing.state === 'open' ? await complete(mailing, owner, worker) : await figuresOfDone(userId, key);
  if (!figures) return;
  if (mailing.single_send_id !== null) worker.newSends.over(key);
  await whenEnded(worker, figures);
}

/** Reads the figures again, because a mailing that was done may have been opened again. */
const figuresOfDone = async (userId: number, key: string): Promise<Figures | null> =>
  (await Mailing.of(userId).findOne({ _id: key, state: 'done' }, { projection: { figures: 1 } }))?.figures ??
  null;

async function complete(
  { _id: key, user_id, stopped, walking, retry, audience, writes }: EndingMailing,
  owner: MailingOwner,
  { ring, log }: WorkerContext,
): Promise<Figures | null> {
  if (walking || (retry && !stopped)) return null;
  if (stopped) await skipDeferred({ _id: key, user_id }, owner);
  const left = await Batch.of(user_id).findOne(
    { mailing: key, state: { $ne: 'done' } },
    { projection: { _id: 1 } },
  );
  if (left) return null;
  let isDone = false;
  const figures = await countFigures(user_id, key, async (counted) => {
    if (counted.pending + counted.deferred === 0)
      isDone = await close({ _id: key, user_id, writes }, counted);
    if (!isDone) await storeFigures(user_id, key, counted);
  });
  if (figures.pending + figures.deferred > 0) {
    if (figures.pending > 0 && (await batchStrayRows(key, user_id)) > 0)
      await ringSlices(ring, { _id: key, user_id });
    else if (figures.pending > 0 || !(await isAnyDeferred(user_id, key))) await markAllDirty(user_id, key);
    return null;
  }
  if (!isDone) return null;
  if (!isEmailMailing(key) && !isMessageMailing(key))
    log.info({ mailing_id: key, user_id, figures, audience }, 'mailing completed');
  return figures;
}

/** Stores that every row is final. Returns false if rows were added during the count, which changed `writes`. */
async function close(
  { _id, user_id, writes }: Pick<MailingDocument, '_id' | 'user_id' | 'writes'>,
  figures: Figures,
): Promise<boolean> {
  const { modifiedCount } = await Mailing.of(user_id).updateOne(
    { _id, state: 'open', writes },
    { $set: done(figures, now()) },
  );
  return modifiedCount === 1;
}

const done = (figures: Figures, done_at: Date) =>
  ({ figures, state: 'done', done_at, paused_reason: null, paused_detail: null }) as const;

/** Ends mailings whose only row is final, and returns their keys. It skips mailings that changed meanwhile: `endMailing` ends those. */
export async function endMailings(
  mailings: readonly Pick<MailingDocument, '_id' | 'user_id' | 'writes'>[],
  batches: readonly number[],
  figures: Figures,
): Promise<readonly string[]> {
  const done_at = now();
  const accounts = new Set(mailings.map(({ user_id }) => user_id));
  const among = Mailing.among(accounts);
  const keys = mailings.map(({ _id }) => _id);
  const writes = [...new Set(mailings.map((one) => one.writes))];
  const open = { state: 'open', stopped: false, retry: null, walking: { $ne: true } } as const;
  const { modifiedCount } = await among.updateMany(
    writes.length === 1
      ? { _id: { $in: keys }, ...open, writes: writes[0]! }
      : { $or: mailings.map((one) => ({ _id: one._id, ...open, writes: one.writes })) },
    { $set: done(figures, done_at) },
  );
  const ended =
    modifiedCount === keys.length
      ? keys
      : await among.distinct('_id', { _id: { $in: keys }, state: 'done', done_at });
  // Remove the marks last, as `countFigures` does: without marks, calls show the stored figures and count nothing.
  await Batch.among(accounts).updateMany(
    { _id: { $in: [...batches] }, mailing: { $in: [...ended] }, lease_marked: true },
    { $set: { dirty_at: null } },
  );
  return ended;
}

/** The condition on the date matches every deferred row; MongoDB needs it to use the index. */
const deferredOf = (mailing: string): Filter<DeliveryDocument> => ({
  mailing,
  state: 'deferred',
  due_at: { $gte: new Date(0) },
});

/** Reads the rows themselves, because a write that exceeded its time limit may have arrived after the figures were counted. */
const isAnyDeferred = async (userId: number, mailing: string): Promise<boolean> =>
  (await Delivery.of(userId).countDocuments(deferredOf(mailing), { limit: 1 })) > 0;

async function skipDeferred(
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
  owner: MailingOwner,
): Promise<void> {
  const deferred = deferredOf(mailing._id);
  const batches = await Delivery.of(mailing.user_id).distinct('batch', deferred);
  if (batches.length === 0) return;
  await skipRows(mailing.user_id, batches, deferred);
  await owner.rowsSkipped(mailing, batches);
}
