import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { pauseMailing } from '../../../common/changes/mailings.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import { canSendFrom } from '../../../common/queries/senders.ts';
import { accountStatus, believedStatus } from '../../../common/quotas/account-status.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { beginTurn } from '../../runtime/turn.ts';
import { compiledMail } from '../content/compiled-mails.ts';
import { standstillOf } from '../standstill.ts';
import { type HeldBatch, leaseBatch } from './lease-batches.ts';
import type { ReadMailing } from './mailing-owner.ts';
import { isBatchLeft } from './ring-slices.ts';

export interface Claim {
  readonly mailing: ReadMailing;
  /** Null: the mailing was stopped, and its rows are to be skipped. */
  readonly compiled: CompiledMail | null;
  readonly held: HeldBatch;
}

/** Claims a batch of a mailing. Returns null if none can be delivered now. If no batch is left, it rings for the end of the mailing. */
export async function claimNext(userId: number, key: string, worker: WorkerContext): Promise<Claim | null> {
  const mailing = await readGoing(userId, key, worker);
  if (!mailing) return null;
  // Before the lease: a leased batch must not wait until there is room to compile.
  const compiled = mailing.stopped ? null : await compiledOf(mailing, worker);
  if (!mailing.stopped && !compiled) return null;
  const asked = performance.now();
  const held = await leaseBatch(userId, key, worker.config.inDoubt === 'hold' ? 'none' : 'whole');
  if (!held) {
    await isBatchLeft(worker.ring, mailing);
    return null;
  }
  if (held.found.ids === null) worker.recorder.marked(held.found._id, asked);
  failpoint('after-claim');
  return { mailing, compiled, held };
}

/** Returns the mailing if it may be delivered now, otherwise null. A stopped mailing is returned, too, because its rows must be skipped. */
async function readGoing(userId: number, key: string, worker: WorkerContext): Promise<ReadMailing | null> {
  const found = await Mailing.of(userId).findOne({ _id: key }, { projection: WITHOUT_TEXTS });
  if (!found || found.state !== 'open' || found.paused_reason !== null || worker.stopping.aborted)
    return null;
  if (!found.stopped && (await standsStill(found, worker))) return null;
  if (found.resumed_at) worker.transport.resumed(found.resumed_at);
  const mailing = await worker.mailingOwners.of(found).refresh(found, worker);
  if (!mailing || mailing.stopped) return mailing;
  if (await isPausedForSender(mailing)) return null;
  const refs = mailing.must_be_in ? [mailing.must_be_in] : [];
  // If this takes a whole turn, the job ends here, and the sweep rings for the next one.
  const isRecorded = await recordEngagementOf(userId, refs, beginTurn('record-engagement', worker));
  return isRecorded ? mailing : null;
}

export const WITHOUT_TEXTS = {
  'content.html': 0,
  'content.text': 0,
  'content.own_text': 0,
  links: 0,
} as const;

export const compiledOf = (mailing: ReadMailing, worker: WorkerContext): Promise<CompiledMail | null> =>
  compiledMail(
    mailing,
    worker,
    async () => (await Mailing.of(mailing.user_id).findOne({ _id: mailing._id }))!,
  );

async function standsStill(
  { _id, user_id, message_id }: Pick<ReadMailing, '_id' | 'user_id' | 'message_id'>,
  { config }: WorkerContext,
): Promise<boolean> {
  const standstill = await standstillOf(user_id, config);
  if (standstill === 'suspended') await pauseMailing(user_id, _id, 'suspended');
  if (standstill !== null || message_id !== undefined) return standstill !== null;
  if ((await believedStatus(user_id, config)).brake === null) return false;
  // Read the status again, because the account may have been released a moment ago.
  const { brake } = await accountStatus(user_id, config);
  if (brake !== null) await pauseMailing(user_id, _id, brake);
  return brake !== null;
}

async function isPausedForSender({
  _id,
  user_id,
  sender_id,
}: Pick<ReadMailing, '_id' | 'user_id' | 'sender_id'>): Promise<boolean> {
  const sender = await Sender.of(user_id).findOne({ _id: sender_id }, { projection: OF_SENDER });
  const reason = pauseOf(sender);
  if (reason !== null) await pauseMailing(user_id, _id, reason);
  return reason !== null;
}

export const OF_SENDER = { is_verified: 1, deleted_at: 1, from_email: 1, reply_to_email: 1 } as const;

export function pauseOf(
  sender: (Parameters<typeof canSendFrom>[0] & Pick<SenderDocument, 'deleted_at' | 'is_verified'>) | null,
) {
  if (!sender || sender.deleted_at !== null) return 'sender_deleted';
  if (!canSendFrom(sender)) return 'sender_address';
  return sender.is_verified === 1 ? null : 'sender_unverified';
}
