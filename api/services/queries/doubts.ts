import { transactionInTurn } from '../../../common/changes/account-transactions.ts';
import { noteEngagement } from '../../../common/changes/engagement-dates.ts';
import { toldChange } from '../../../common/changes/event-notes.ts';
import { markDirty } from '../../../common/changes/figures.ts';
import { reopenMailing } from '../../../common/changes/reopened-mailings.ts';
import { now } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { Filter } from '../../../common/store/collection.ts';

export const DECISIONS = ['delivered', 'resend'] as const;
export type Decision = (typeof DECISIONS)[number];

const GROUP = 1000;
let groupMails = GROUP;
/** For tests. */
export const useDecisionGroup = (mails = GROUP): void => void (groupMails = mails);

/** The index hint: the planner may scan all rows of the mailing instead. */
export const DOUBT_INDEX = { user_id: 1, mailing: 1, _id: 1 } as const;

/** The filter for a mailing's rows in doubt. The date lets MongoDB use the index. */
export const inDoubt = (mailing: string): Filter<DeliveryDocument> => ({
  mailing,
  state: 'in_doubt',
  in_doubt_at: { $gte: new Date(0) },
});

export const isAnyOf = async (userId: number, mailing: string, ids: readonly number[]): Promise<boolean> =>
  (await Delivery.of(userId).findOne({ _id: { $in: [...ids] }, mailing }, { projection: { _id: 1 } })) !==
  null;

/**
 * Decides on a mailing's rows in doubt. Other rows stay unchanged, so a decision can be repeated, even after it broke off. `until` excludes
 * rows in doubt since later. False: the mailing was stopped, so its rows cannot be resent.
 */
export async function decide(
  mailing: { _id: string; user_id: number },
  chosen: readonly number[] | 'all',
  decision: Decision,
  until?: Date,
): Promise<boolean> {
  const then = until && { in_doubt_at: { $gte: new Date(0), $lte: until } };
  for (let after = 0; ; ) {
    const found = await Delivery.of(mailing.user_id)
      .find({
        ...inDoubt(mailing._id),
        ...then,
        _id: { $gt: after, ...(chosen !== 'all' && { $in: [...chosen] }) },
      })
      .project<DoubtRow>({ batch: 1 })
      .sort({ _id: 1 })
      .limit(groupMails)
      .hint(DOUBT_INDEX)
      .toArray();
    const ids = await countable(mailing.user_id, found);
    const decideOn = decision === 'delivered' ? accept : resend;
    if (ids.length > 0 && !(await decideOn(mailing, ids))) return false;
    if (found.length < groupMails) return true;
    after = found.at(-1)!._id;
  }
}

type DoubtRow = Pick<DeliveryDocument, '_id' | 'batch'>;

/** Marks these rows' batches for a recount. Returns the rows without those that retention is deleting. */
async function countable(userId: number, found: readonly DoubtRow[]): Promise<number[]> {
  if (found.length === 0) return [];
  const batches = [...new Set(found.map((row) => row.batch))];
  await markDirty(userId, batches);
  // Mark first, then read: retention does not retire a marked batch before the recount.
  const retired = new Set(
    await Batch.of(userId).distinct('_id', { _id: { $in: batches }, retired: { $exists: true } }),
  );
  return found.filter((row) => !retired.has(row.batch)).map((row) => row._id);
}

/** Marks rows accepted at the time of their doubt. The note for segment rules is in the same transaction, so no crash can lose it. */
async function accept({ _id, user_id }: { _id: string; user_id: number }, ids: readonly number[]) {
  const events = ids.map((id) => ({ user_id, type: 'delivery.accepted', id }) as const);
  await toldChange(events, () =>
    transactionInTurn(user_id, async (session) => {
      await Delivery.of(user_id).updateMany(
        { ...inDoubt(_id), _id: { $in: [...ids] } },
        [{ $set: { state: 'accepted', accepted_at: '$in_doubt_at' } }, { $unset: 'in_doubt_at' }],
        { session },
      );
      const range = { first: ids[0]!, last: ids.at(-1)!, ids: [...ids] };
      await noteEngagement(user_id, range, session);
    }),
  );
  return true;
}

/** Makes rows due like deferred ones, and reopens their mailing in the same transaction. From then on, the sweep finds them. */
async function resend(
  { _id, user_id }: { _id: string; user_id: number },
  ids: readonly number[],
): Promise<boolean> {
  let reopened = true;
  const at = now();
  await transactionInTurn(user_id, async (session) => {
    const { modifiedCount } = await Delivery.of(user_id).updateMany(
      { ...inDoubt(_id), _id: { $in: [...ids] } },
      {
        $set: { state: 'deferred', due_at: at, doubted: true },
        // The hours until a mail expires begin with the decision.
        $unset: { in_doubt_at: '', first_deferred_at: '' },
      },
      { session },
    );
    reopened = modifiedCount === 0 || (await reopenMailing(user_id, _id, session, { at, ended: false }));
    if (!reopened) await session.abortTransaction();
  });
  return reopened;
}
