import { resumeMailing, stopMailings } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { idsBy } from '../../common/ids-by.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { Sender, type SenderDocument } from '../../common/models/senders.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';
import { canSendFrom } from '../../common/queries/senders.ts';
import { mayMail } from '../../common/quotas/may-mail.ts';
import { believedStop } from '../../common/quotas/sending.ts';
import type { Chore } from '../chore.ts';
import { ringEnd } from '../delivery/ring-slices.ts';

/** The most sends of one kind, or of one account, that a round looks at: the next round, a second later, takes the rest. */
const ROUND = 200;

/**
 * Rings for sends that are due: the first ones of each account, so that thousands of slow sends of one account do not hide
 * those of another.
 */
const startDue: Chore = async ({ ring }) => {
  if (await believedStop()) return;
  const due = rows(SingleSend).aggregate<{ _id: number; first: number[] }>([
    { $match: { status: SEND_STATUS.ready, due_at: { $lte: now() }, deleted_at: null } },
    { $sort: { due_at: 1 } },
    { $group: { _id: '$user_id', first: { $firstN: { input: '$_id', n: ROUND } } } },
  ]);
  for await (const { _id: userId, first } of due) {
    for (const singleSendId of first) {
      await ring('start-single-send', { singleSendId, userId });
    }
  }
};

/** Rings for sends whose reason for being held can end without a call. The other reasons end with an update, which rings. */
const releaseHeld: Chore = async ({ ring }) => {
  const held = await rows(SingleSend)
    .find({
      status: SEND_STATUS.initiate,
      $or: [
        { hold_reason: { $in: ['sender_address', 'sender_unverified', 'import_running'] } },
        { hold_reason: 'template_failed', retry_at: { $type: 'date', $lte: now() } },
      ],
      deleted_at: null,
    })
    .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'sender_id' | 'hold_reason'>>({
      user_id: 1,
      sender_id: 1,
      hold_reason: 1,
    })
    .toArray();
  const senders = [...new Set(held.map((send) => send.sender_id))];
  // A sender that is verified or deleted no longer holds the send for this reason.
  const unverified = new Set(
    await rows(Sender).distinct('_id', { _id: { $in: senders }, is_verified: 0, deleted_at: null }),
  );
  const unfit = new Set(await unfitSenders(held.filter((send) => send.hold_reason === 'sender_address')));
  for (const { _id, user_id, sender_id, hold_reason } of held) {
    if (hold_reason === 'sender_address' && unfit.has(sender_id)) continue;
    if (hold_reason === 'sender_unverified' && unverified.has(sender_id)) continue;
    await ring('start-single-send', { singleSendId: _id, userId: user_id });
  }
};

/** Senders of these sends that are not deleted and have an address that no mail can be sent from. */
async function unfitSenders(held: readonly { readonly sender_id: number }[]): Promise<number[]> {
  if (held.length === 0) return [];
  const senders = await rows(Sender)
    .find({ _id: { $in: [...new Set(held.map((send) => send.sender_id))] }, deleted_at: null })
    .project<Pick<SenderDocument, '_id' | 'from_email' | 'reply_to_email'>>({
      from_email: 1,
      reply_to_email: 1,
    })
    .toArray();
  return senders.filter((sender) => !canSendFrom(sender)).map((sender) => sender._id);
}

/** Rings for sends whose audience was frozen only in part when the worker stopped. */
const resumeFreezing: Chore = async ({ ring }) => {
  const left = await rows(Mailing)
    .find({ state: 'freezing', lease_until: { $lte: now() }, single_send_id: { $ne: null } })
    .project<{ single_send_id: number; user_id: number }>({ single_send_id: 1, user_id: 1 })
    .limit(ROUND)
    .toArray();
  for (const { single_send_id: singleSendId, user_id: userId } of left) {
    await ring('start-single-send', { singleSendId, userId });
  }
};

/** Rings for sends held because of their account, once it may send again: its suspension ended, or its quota has room. */
const releaseAccounts: Chore = async ({ ring, config }) => {
  const held = await rows(SingleSend)
    .find({
      status: SEND_STATUS.initiate,
      hold_reason: { $in: ['suspended', 'quota'] },
      deleted_at: null,
    })
    .project<{ _id: number; user_id: number }>({ user_id: 1 })
    .toArray();
  for (const [userId, ids] of idsBy(held, (send) => send.user_id)) {
    if ((await mayMail(userId, config)) !== null) continue;
    for (const singleSendId of ids) {
      await ring('start-single-send', { singleSendId, userId });
    }
  }
};

/** Resumes mailings that were paused for an unverified sender or an unusable sender address, once mails can come from it. */
const resumeVerified: Chore = async () => {
  const paused = await rows(Mailing)
    .find({
      state: 'open',
      paused_reason: { $in: ['sender_address', 'sender_unverified'] },
      single_send_id: { $ne: null },
    })
    .project<{ _id: string; sender_id: number }>({ sender_id: 1 })
    .limit(ROUND)
    .toArray();
  for (const { _id, sender_id } of paused) {
    const sender = await rows(Sender).findOne({ _id: sender_id, deleted_at: null, is_verified: 1 });
    if (sender && canSendFrom(sender)) await resumeMailing(_id);
  }
};

/**
 * Rings for sends that a crash left between two writes: started without a mailing, deleted but not stopped, or completed
 * only in the ledger.
 */
const mendRunning: Chore = async ({ ring }) => {
  const sends = await rows(SingleSend)
    .find({ status: SEND_STATUS.running })
    .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'deleted_at'>>({ user_id: 1, deleted_at: 1 })
    .toArray();
  const running = sends.map((send) => send._id);
  const mailings = await rows(Mailing)
    .find({ single_send_id: { $in: running } })
    .project<Pick<MailingDocument, '_id' | 'user_id' | 'state' | 'stopped'> & { single_send_id: number }>({
      user_id: 1,
      single_send_id: 1,
      state: 1,
      stopped: 1,
    })
    .toArray();
  const deleted = new Set(sends.filter((send) => send.deleted_at !== null).map((send) => send._id));
  const goesOn = mailings.filter((mailing) => !mailing.stopped && deleted.has(mailing.single_send_id));
  if (goesOn.length > 0) await stopMailings(goesOn.map((mailing) => mailing._id));
  const started = new Set(mailings.map((mailing) => mailing.single_send_id));
  for (const { _id: singleSendId, user_id: userId } of sends.filter(({ _id }) => !started.has(_id))) {
    await ring('start-single-send', { singleSendId, userId });
  }
  for (const mailing of mailings.filter(({ state }) => state === 'done')) await ringEnd(ring, mailing);
};

/** What the sweep does for single sends. */
export const SINGLE_SEND_CHORES: readonly Chore[] = [
  startDue,
  releaseHeld,
  releaseAccounts,
  resumeFreezing,
  resumeVerified,
  mendRunning,
];
