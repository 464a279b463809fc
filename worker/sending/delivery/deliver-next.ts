import { markDirty } from '../../../common/changes/figures.ts';
import { pauseMailing } from '../../../common/changes/mailings.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../../common/models/mailings.ts';
import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import { canSendFrom } from '../../../common/queries/senders.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { compiledMail } from '../content/compiled-mails.ts';
import { standstillOf } from '../standstill.ts';
import { asFound, closeBatch, type HeldBatch, leaseBatch } from './batches.ts';
import { CANCELLED } from './cancelled.ts';
import { settleDoubts } from './doubts.ts';
import { openRows, readOpenRows } from './open-rows.ts';
import { ringEnd } from './ring-slices.ts';
import { deliverBatch } from './slice.ts';
import type { SliceMailing, Turn } from './slice-state.ts';

/** Mails of a new mailing that go out while other sends are being started. */
const FIRST = 20;

/**
 * Delivers one batch of a mailing, or as much of it as fits into a slice. `more`: the caller rings for the next batch.
 * `last`: no batch is left, and the job that ends the mailing is rung for. `idle`: no batch was delivered. `turn` first: the
 * mailing was just opened; while other sends are being started, its first mails go out at once and all others give way.
 */
export async function deliverNext(
  key: string,
  worker: WorkerContext,
  turn: Turn = 'usual',
): Promise<'more' | 'last' | 'idle'> {
  const found = await readMailing(key);
  if (!found || found.state !== 'open' || found.paused_reason !== null || worker.stopping.aborted)
    return 'idle';
  if (!found.stopped && (await standsStill(found, worker))) return 'idle';
  const owner = worker.mailingOwners.of(found);
  const mailing = await owner.refresh(found, worker);
  if (!mailing) return 'idle';
  if (!mailing.stopped && (await pausedForSender(mailing))) return 'idle';
  // Before the lease: a leased batch must not wait until there is room to compile.
  const compiled = mailing.stopped ? null : await compiledOf(mailing, worker);
  if (!mailing.stopped && !compiled) return 'idle';
  const asked = performance.now();
  const held = await leaseBatch(key, worker.config.inDoubt === 'hold' ? 'none' : 'whole');
  if (!held) {
    await isMore(mailing, worker);
    return 'idle';
  }
  if (held.found.ids === null) worker.recorder.marked(held.found._id, asked);
  failpoint('after-claim');
  const goOn = async (): Promise<boolean> => {
    await owner.sliceEnded(mailing, worker);
    return isMore(mailing, worker);
  };
  let tail: Promise<unknown> | null = null;
  try {
    await asFound(held, () => settleDoubts(held, worker.config));
    if (compiled) ({ tail } = await deliver(held, mailing, compiled, worker, turn));
    else await skipRows(held);
  } finally {
    if (!tail) held.lease.end();
  }
  if (!tail) return (await goOn()) ? 'more' : 'last';
  const end = tail.finally(() => held.lease.end()).then(async () => void (await goOn()));
  worker.tails.add(end, worker.log);
  return 'more';
}

/** Whether a mailing has batches that are free or leased; where it has none, rings for its end. */
async function isMore(mailing: SliceMailing, { ring }: WorkerContext): Promise<boolean> {
  const left = await Batch.findOne({ mailing: mailing._id, state: 'ready' }, { projection: { _id: 1 } });
  if (!left) await ringEnd(ring, mailing);
  return left !== null;
}

/** What a slice does not need of its mailing. */
export const WITHOUT_TEXTS = { 'content.html': 0, 'content.text': 0, links: 0 } as const;

const readMailing = (key: string) => Mailing.findOne({ _id: key }, { projection: WITHOUT_TEXTS });

/** From memory, where this worker has it; null while there is no room to compile it. */
export const compiledOf = (mailing: SliceMailing, worker: WorkerContext): Promise<CompiledMail | null> =>
  compiledMail(mailing, worker, async () => (await Mailing.findOne({ _id: mailing._id }))!);

/** `tail`: what is left of a slice whose last mails take long; null where it has ended. */
async function deliver(
  held: HeldBatch,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
  turn: Turn,
): Promise<{ readonly tail: Promise<unknown> | null }> {
  const limit = turn === 'first' && worker.starts.isAny() ? FIRST : 0;
  const open = await asFound(held, () => readOpenRows(held.found, limit));
  const isPart = limit > 0 && open.length === limit;
  const { isLong, end } = await deliverBatch({ held, open, isPart, turn }, mailing, compiled, worker);
  const ended = end.then((how) => {
    worker.log.debug({ mailing: mailing._id, batch: held.found._id, rows: open.length, end: how }, 'slice');
  });
  if (!isLong) await ended;
  return { tail: isLong ? ended : null };
}

/** An operator stopped all sending, or suspended the account: its mailings are paused until it may send again. */
async function standsStill(
  { _id, user_id }: Pick<MailingDocument, '_id' | 'user_id'>,
  { config }: WorkerContext,
): Promise<boolean> {
  const standstill = await standstillOf(user_id, config);
  if (standstill === 'suspended') await pauseMailing(_id, 'suspended');
  return standstill !== null;
}

/** Pauses a mailing whose sender was deleted, is unverified or has lost its usable address since the start. */
async function pausedForSender({
  _id,
  sender_id,
}: Pick<MailingDocument, '_id' | 'sender_id'>): Promise<boolean> {
  const sender = await Sender.findOne({ _id: sender_id }, { projection: OF_SENDER });
  const reason = pauseOf(sender);
  if (reason !== null) await pauseMailing(_id, reason);
  return reason !== null;
}

/** What is asked of a sender before a mail of it goes. */
export const OF_SENDER = { is_verified: 1, deleted_at: 1, from_email: 1, reply_to_email: 1 } as const;

/** Why nothing may go from a sender now; null: it may. */
export function pauseOf(
  sender: (Parameters<typeof canSendFrom>[0] & Pick<SenderDocument, 'deleted_at' | 'is_verified'>) | null,
) {
  if (!sender || sender.deleted_at !== null) return 'sender_deleted';
  if (!canSendFrom(sender)) return 'sender_address';
  return sender.is_verified === 1 ? null : 'sender_unverified';
}

/** Skips the batch's open rows: the send was cancelled or deleted. */
async function skipRows(held: HeldBatch): Promise<void> {
  const open = openRows(held.found);
  await markDirty(held.found.ids === null ? [held.found._id] : await Delivery.distinct('batch', open));
  await Delivery.updateMany(open, CANCELLED);
  await closeBatch(held, null);
}
