import { resumeMailing, stopMailings } from '../../../common/changes/mailings.ts';
import { now } from '../../../common/clock.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { idsBy } from '../../../common/domain/ids-by.ts';
import {
  Mailing,
  type MailingDocument,
  type PauseReason,
  UNOPENED,
  WALKING,
} from '../../../common/models/mailings.ts';
import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { createDueFinder } from '../../../common/queries/due-finder.ts';
import { canSendFrom } from '../../../common/queries/senders.ts';
import { mayCampaign } from '../../../common/quotas/may-mail.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import type { HoldReason } from '../../../shared/hold-reasons.ts';
import { type Chore, sign } from '../../runtime/chore.ts';
import { ringEnd } from '../delivery/ring-slices.ts';

/** Sends of one kind, or of one account, in one round; the next, a second later, takes the rest. */
const ROUND = 200;

const dueSend = (at: Date) => ({ status: SEND_STATUS.ready, due_at: { $lte: at }, deleted_at: null });

/** Rings for due sends, the first ones of each account, so that thousands of one account do not hide those of another. */
const startDue: Chore = {
  name: 'startDue',
  prompt: true,
  signs: [sign(SingleSend, dueSend)],
  async run({ ring }) {
    if (await believedStop()) return;
    const due = everywhere(SingleSend, 'sweep').aggregate<{ _id: number; first: number[] }>([
      { $match: dueSend(now()) },
      { $sort: { due_at: 1 } },
      { $group: { _id: '$user_id', first: { $firstN: { input: '$_id', n: ROUND } } } },
    ]);
    for await (const { _id: userId, first } of due) {
      for (const singleSendId of first) {
        await ring('start-single-send', { singleSendId, userId });
      }
    }
  },
};

/** Held sends whose reason can end without a call. */
const heldForSomething = (at: Date) => ({
  status: SEND_STATUS.initiate,
  $or: [
    { hold_reason: { $in: ['sender_address', 'sender_unverified', 'import_running'] as HoldReason[] } },
    { hold_reason: 'template_failed' as const, retry_at: { $type: 'date' as const, $lte: at } },
  ],
  deleted_at: null,
});

type HeldGroup = Pick<SingleSendDocument, 'user_id' | 'sender_id' | 'hold_reason'>;

/** Rings for these sends. Other reasons end with an update, which rings. */
const releaseHeld: Chore = {
  name: 'releaseHeld',
  signs: [sign(SingleSend, heldForSomething)],
  async run({ ring }) {
    const groups = await everywhere(SingleSend, 'sweep')
      .aggregate<{ _id: HeldGroup; first: number[] }>([
        { $match: heldForSomething(now()) },
        {
          $group: {
            _id: { user_id: '$user_id', sender_id: '$sender_id', hold_reason: '$hold_reason' },
            first: { $firstN: { input: '$_id', n: ROUND } },
          },
        },
      ])
      .toArray();
    const held = groups.map(({ _id }) => _id);
    const senders = [...new Set(held.map((send) => send.sender_id))];
    // A sender that is verified or deleted no longer holds the send for this reason.
    const unverified = new Set(
      await Sender.among(held.map((send) => send.user_id)).distinct('_id', {
        _id: { $in: senders },
        is_verified: 0,
        deleted_at: null,
      }),
    );
    const unfit = new Set(await unfitSenders(held.filter((send) => send.hold_reason === 'sender_address')));
    for (const { _id, first } of groups) {
      const { user_id, sender_id, hold_reason } = _id;
      if (hold_reason === 'sender_address' && unfit.has(sender_id)) continue;
      if (hold_reason === 'sender_unverified' && unverified.has(sender_id)) continue;
      for (const singleSendId of first) await ring('start-single-send', { singleSendId, userId: user_id });
    }
  },
};

async function unfitSenders(
  held: readonly Pick<SingleSendDocument, 'user_id' | 'sender_id'>[],
): Promise<number[]> {
  if (held.length === 0) return [];
  const senders = await Sender.among(held.map((send) => send.user_id))
    .find({
      _id: { $in: [...new Set(held.map((send) => send.sender_id))] },
      deleted_at: null,
    })
    .project<Pick<SenderDocument, '_id' | 'from_email' | 'reply_to_email'>>({
      from_email: 1,
      reply_to_email: 1,
    })
    .toArray();
  return senders.filter((sender) => !canSendFrom(sender)).map((sender) => sender._id);
}

const leftUnopened = (at: Date) => ({
  ...UNOPENED,
  lease_until: { $lte: at },
  single_send_id: { $ne: null },
});
const leftWalking = (at: Date) => ({ ...WALKING, lease_until: { $lte: at }, single_send_id: { $ne: null } });

type LeftMailing = Pick<MailingDocument, '_id' | 'state' | 'user_id'> & { single_send_id: number };
const findLeft = createDueFinder<MailingDocument, LeftMailing>(Mailing, {
  fields: { state: 1, single_send_id: 1, user_id: 1 },
  sort: { lease_until: 1 },
});

const resumeFreezing: Chore = {
  name: 'resumeFreezing',
  prompt: true,
  signs: [sign(Mailing, leftUnopened), sign(Mailing, leftWalking)],
  async run({ ring }) {
    const left = await findLeft({ $or: [leftUnopened(now()), leftWalking(now())] }, ROUND);
    for (const { state, single_send_id: singleSendId, user_id: userId } of left) {
      await ring(state === 'freezing' ? 'start-single-send' : 'walk-audience', { singleSendId, userId });
    }
  },
};

const HELD_FOR_ACCOUNT = {
  status: SEND_STATUS.initiate,
  hold_reason: { $in: ['suspended', 'quota', 'account_complaints', 'account_bounces'] as HoldReason[] },
  deleted_at: null,
};

const releaseAccounts: Chore = {
  name: 'releaseAccounts',
  signs: [sign(SingleSend, HELD_FOR_ACCOUNT)],
  async run({ ring, config }) {
    const held = await everywhere(SingleSend, 'sweep')
      .find(HELD_FOR_ACCOUNT)
      .project<{ _id: number; user_id: number }>({ user_id: 1 })
      .toArray();
    for (const [userId, ids] of idsBy(held, (send) => send.user_id)) {
      if ((await mayCampaign(userId, config)) !== null) continue;
      for (const singleSendId of ids) {
        await ring('start-single-send', { singleSendId, userId });
      }
    }
  },
};

const PAUSED_FOR_SENDER = {
  state: 'open' as const,
  paused_reason: { $in: ['sender_address', 'sender_unverified'] as PauseReason[] },
  single_send_id: { $ne: null },
};

/** The last sender of the round before. A round looks at so many senders with paused mailings, and the next one at those behind. */
let lastSender = 0;

const resumeVerified: Chore = {
  name: 'resumeVerified',
  signs: [sign(Mailing, PAUSED_FOR_SENDER)],
  async run() {
    // By sender: mailings that wait for another one hide none.
    const paused = await everywhere(Mailing, 'sweep')
      .aggregate<{ _id: Pick<SenderDocument, '_id' | 'user_id'> }>([
        { $match: { ...PAUSED_FOR_SENDER, sender_id: { $gt: lastSender } } },
        { $group: { _id: { _id: '$sender_id', user_id: '$user_id' } } },
        { $sort: { _id: 1 } },
        { $limit: ROUND },
      ])
      .toArray();
    lastSender = paused.length < ROUND ? 0 : paused.at(-1)!._id._id;
    const senders = paused.map(({ _id }) => _id);
    const verified = await Sender.among(senders.map((sender) => sender.user_id))
      .find({ _id: { $in: senders.map((sender) => sender._id) }, deleted_at: null, is_verified: 1 })
      .project<Pick<SenderDocument, '_id' | 'user_id' | 'from_email' | 'reply_to_email'>>({
        user_id: 1,
        from_email: 1,
        reply_to_email: 1,
      })
      .toArray();
    for (const { _id: sender_id, user_id } of verified.filter(canSendFrom)) {
      const mailings = Mailing.of(user_id)
        .find({ ...PAUSED_FOR_SENDER, sender_id })
        .project<{ _id: string }>({ _id: 1 })
        .limit(ROUND);
      for await (const { _id: key } of mailings) await resumeMailing(user_id, key);
    }
  },
};

const RUNNING = { status: SEND_STATUS.running };

/** Sends between two writes of a crash: started without a mailing, deleted but not stopped, or completed only in the ledger. */
const mendRunning: Chore = {
  name: 'mendRunning',
  signs: [sign(SingleSend, RUNNING)],
  async run({ ring }) {
    const sends = await everywhere(SingleSend, 'sweep')
      .find(RUNNING)
      .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'deleted_at'>>({ user_id: 1, deleted_at: 1 })
      .toArray();
    const running = sends.map((send) => send._id);
    const mailings = await Mailing.among(sends.map((send) => send.user_id))
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
    for (const [userId, some] of grouped(goesOn, (mailing) => mailing.user_id))
      await stopMailings(
        userId,
        some.map((mailing) => mailing._id),
      );
    const started = new Set(mailings.map((mailing) => mailing.single_send_id));
    for (const { _id: singleSendId, user_id: userId } of sends.filter(({ _id }) => !started.has(_id))) {
      await ring('start-single-send', { singleSendId, userId });
    }
    for (const mailing of mailings.filter(({ state }) => state === 'done')) await ringEnd(ring, mailing);
  },
};

export const SINGLE_SEND_CHORES: readonly Chore[] = [
  startDue,
  releaseHeld,
  releaseAccounts,
  resumeFreezing,
  resumeVerified,
  mendRunning,
];
