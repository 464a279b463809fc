import { brakeAccount } from '../../../common/changes/account-brakes.ts';
import { countDetails, detailsDueAt, dueForDetails } from '../../../common/changes/mail-details.ts';
import { resumeMailing } from '../../../common/changes/mailings.ts';
import { openRetried } from '../../../common/changes/retried-mails.ts';
import { now } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument, type PauseReason } from '../../../common/models/mailings.ts';
import { mayCampaign } from '../../../common/quotas/may-mail.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { type Chore, eachApart, seldom, sign } from '../../runtime/chore.ts';
import { batchDeliveries } from '../ledger/insert-deliveries.ts';
import { leftFilling, readyOrphanedLists, removeOrphanedRanges } from '../ledger/orphaned-batches.ts';
import { batchDueRetries } from '../ledger/retry-batches.ts';
import { releaseParked } from './refusing-domains.ts';
import { ringEnd, ringSlices } from './ring-slices.ts';

type OpenMailing = Pick<MailingDocument, '_id' | 'user_id' | 'stopped' | 'walking' | 'standing' | 'retry'> & {
  /** A batch can be leased now. */
  readonly free: boolean;
  /** A batch is not done. */
  readonly left: boolean;
  /** A row is due for a retry. */
  readonly due: boolean;
};

/** The most batches of retries that a round makes for one mailing. After a park, most rows of a mailing may be due. */
const LISTS = 10;

/** Mailings that may have work; single messages are found by `messages.look_at`. */
const GOING = {
  state: 'open' as const,
  message_id: { $exists: false },
  $or: [{ paused_reason: null }, { stopped: true }],
};

/** Reads all open mailings, and whether each has work, in one query: there may be hundreds. */
function openMailings(): AsyncIterable<OpenMailing> {
  const at = now();
  const any = (as: string, from: string, match: object): object[] => [
    {
      $lookup: {
        from,
        localField: '_id',
        foreignField: 'mailing',
        let: { account: '$user_id' },
        pipeline: [
          { $match: { ...match, $expr: { $eq: ['$user_id', '$$account'] } } },
          { $limit: 1 },
          { $project: { _id: 1 } },
        ],
        as,
      },
    },
    { $set: { [as]: { $ne: [`$${as}`, []] } } },
  ];
  const batches = Batch.name;
  return everywhere(Mailing, 'sweep').aggregate<OpenMailing>([
    { $match: GOING },
    { $project: { user_id: 1, stopped: 1, walking: 1, retry: 1, 'standing.release': 1 } },
    ...any('free', batches, { state: 'ready', free_at: { $lte: at } }),
    ...any('left', batches, { state: { $in: ['filling', 'ready'] } }),
    ...any('due', Delivery.name, { state: 'deferred', due_at: { $lte: at } }),
  ]);
}

/** Finishes batches of workers that died while they filled them. */
const finishOrphanedBatches: Chore = {
  name: 'finishOrphanedBatches',
  signs: [sign(Batch, leftFilling)],
  async run() {
    await readyOrphanedLists();
    await removeOrphanedRanges();
  },
};

async function gatherDue({ _id, user_id }: OpenMailing): Promise<void> {
  for (let lists = 0; lists < LISTS; lists += 1) {
    if ((await batchDueRetries(_id, user_id)) < batchDeliveries()) return;
  }
}

/** Puts due rows of open mailings into batches, rings for free batches, and rings for the end of a mailing without open batches. */
const driveMailings: Chore = {
  name: 'driveMailings',
  signs: [sign(Mailing, GOING)],
  async run(worker) {
    const { ring } = worker;
    const sending = (await believedStop()) === null;
    await eachApart(openMailings(), worker, async (mailing) => {
      const isReleased = mailing.standing?.release === true;
      if (isReleased) await releaseParked(mailing.user_id, mailing._id);
      const isRetried = !!mailing.retry && !mailing.stopped;
      if (isRetried) await openRetried(mailing.user_id, mailing._id, mailing.retry!);
      const tries = (mailing.due || isReleased || isRetried) && !mailing.stopped;
      if (tries) await gatherDue(mailing);
      if ((mailing.free || tries) && (sending || mailing.stopped)) await ringSlices(ring, mailing);
      if (!mailing.left && !tries && !mailing.walking) await ringEnd(ring, mailing);
    });
  },
};

/** Pauses that end by themselves: at a new day, with a higher quota, or when the account may send again. */
const ENDING: PauseReason[] = ['quota', 'suspended', 'account_complaints', 'account_bounces'];

const WAITING = { state: 'open' as const, message_id: { $exists: false }, paused_reason: { $in: ENDING } };

const resumeWaiting: Chore = {
  name: 'resumeWaiting',
  signs: [sign(Mailing, WAITING)],
  async run({ config }) {
    const paused = await everywhere(Mailing, 'sweep')
      .find(WAITING)
      .project<{ _id: string; user_id: number }>({ user_id: 1 })
      .toArray();
    const may = new Map<number, boolean>();
    for (const { _id, user_id } of paused) {
      if (!may.has(user_id)) may.set(user_id, (await mayCampaign(user_id, config)) === null);
      if (may.get(user_id)) await resumeMailing(user_id, _id, ENDING);
    }
  },
};

/** Batches that one query returns: some 20,000 mails, more than a worker sends in a second. */
const AT_ONCE = 40;

/** Counts the details of changed batches some time after the change, so that calls seldom have to count them. */
const countDueDetails: Chore = {
  name: 'countDueDetails',
  signs: [sign(Batch, detailsDueAt)],
  async run() {
    const due = await dueForDetails(AT_ONCE);
    await countDetails(due);
    for (const { user_id } of due) changedAccounts.add(user_id);
  },
};

/** Accounts whose counts changed since this worker last looked at their complaints and bounces. */
const changedAccounts = new Set<number>();
const BRAKED_MS = 10_000;

const brakeAccounts: Chore = seldom(BRAKED_MS, {
  name: 'brakeAccounts',
  async run({ log }) {
    for (const userId of changedAccounts) {
      changedAccounts.delete(userId);
      const reason = await brakeAccount(userId, log);
      if (reason) log.warn({ user_id: userId, reason }, 'campaigns of the account paused');
    }
  },
});

/** A stop is logged within this many milliseconds. Sending itself stops within a second (`believedStop`). */
const LOGGED_MS = 5000;

let stopped = false;

const logStop: Chore = seldom(LOGGED_MS, {
  name: 'logStop',
  async run({ log }) {
    const stop = await believedStop();
    if (stop && !stopped) log.warn({ since: stop.at, reason: stop.reason }, 'all sending stopped');
    if (!stop && stopped) log.warn('sending resumed');
    stopped = stop !== null;
  },
});

export const MAILING_CHORES: readonly Chore[] = [
  brakeAccounts,
  logStop,
  finishOrphanedBatches,
  driveMailings,
  resumeWaiting,
  countDueDetails,
];
