import { noteEngagement } from '../../../common/changes/engagement-dates.ts';
import { toldChange } from '../../../common/changes/event-notes.ts';
import { markDirty } from '../../../common/changes/figures.ts';
import { reopenMailing } from '../../../common/changes/reopened-mailings.ts';
import { now } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { transaction } from '../../../common/store/transactions.ts';

/** What a person may say of a mail in doubt: a server took it, or it is to go once more. */
export const DECISIONS = ['delivered', 'resend'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Rows that are decided together, in one transaction. */
const GROUP = 1000;

/** What they are listed and walked by: the planner may choose to walk all rows of the mailing instead. */
export const DOUBT_INDEX = { mailing: 1, _id: 1 } as const;

/** A mailing's rows in doubt, as a filter. The date makes the index good for it. */
export const inDoubt = (mailing: string): Filter<DeliveryDocument> => ({
  mailing,
  state: 'in_doubt',
  in_doubt_at: { $gte: new Date(0) },
});

/** Whether any of these ids is a row of a mailing, in doubt or not. */
export const isAnyOf = async (mailing: string, ids: readonly number[]): Promise<boolean> =>
  (await Delivery.findOne({ _id: { $in: [...ids] }, mailing }, { projection: { _id: 1 } })) !== null;

/**
 * Decides on a mailing's rows in doubt: these, or all. Whatever is not in doubt is left as it is, so that the same decision
 * twice is one, and so is one that was broken off and said again. `until` leaves out those in doubt since later. False: they
 * can't be sent any more, as the mailing was stopped.
 */
export async function decide(
  mailing: { _id: string; user_id: number },
  chosen: readonly number[] | 'all',
  decision: Decision,
  until?: Date,
): Promise<boolean> {
  const then = until && { in_doubt_at: { $gte: new Date(0), $lte: until } };
  for (let after = 0; ; ) {
    const found = await Delivery.find({
      ...inDoubt(mailing._id),
      ...then,
      _id: { $gt: after, ...(chosen !== 'all' && { $in: [...chosen] }) },
    })
      .project<DoubtRow>({ batch: 1 })
      .sort({ _id: 1 })
      .limit(GROUP)
      .hint(DOUBT_INDEX)
      .toArray();
    const ids = await countable(found);
    if (ids.length > 0 && !(await DECIDE[decision](mailing, ids))) return false;
    if (found.length < GROUP) return true;
    after = found.at(-1)!._id;
  }
}

type DoubtRow = Pick<DeliveryDocument, '_id' | 'batch'>;

/** Marks the figures of these rows' batches for a recount. Answers the rows, less those that the retention is removing. */
async function countable(found: readonly DoubtRow[]): Promise<number[]> {
  if (found.length === 0) return [];
  const batches = [...new Set(found.map((row) => row.batch))];
  await markDirty(batches);
  // The mark comes before the look: the retention does not retire a marked batch until it is counted again.
  const retired = new Set(await Batch.distinct('_id', { _id: { $in: batches }, retired: { $exists: true } }));
  return found.filter((row) => !retired.has(row.batch)).map((row) => row._id);
}

type Decider = (mailing: { _id: string; user_id: number }, ids: readonly number[]) => Promise<boolean>;

const DECIDE: Readonly<Record<Decision, Decider>> = { delivered: accept, resend };

/**
 * Marks rows accepted, as of the time at which they got into doubt. The note that updates engagement for segment rules
 * is in the same transaction, so a crash cannot lose it.
 */
async function accept({ _id, user_id }: { _id: string; user_id: number }, ids: readonly number[]) {
  const events = ids.map((id) => ({ user_id, type: 'delivery.accepted', id }) as const);
  await toldChange(events, () =>
    transaction(async (session) => {
      await Delivery.updateMany(
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

/**
 * Makes rows due for another try, like deferred ones. The same transaction opens their mailing again. From then on the sweep
 * finds them.
 */
async function resend({ _id }: { _id: string }, ids: readonly number[]): Promise<boolean> {
  let reopened = true;
  const at = now();
  await transaction(async (session) => {
    const { modifiedCount } = await Delivery.updateMany(
      { ...inDoubt(_id), _id: { $in: [...ids] } },
      {
        $set: { state: 'deferred', due_at: at, doubted: true },
        // The hours after which a mail is given up begin with the decision.
        $unset: { in_doubt_at: '', first_deferred_at: '' },
      },
      { session },
    );
    reopened = modifiedCount === 0 || (await reopenMailing(_id, session, { at, ended: false }));
    if (!reopened) await session.abortTransaction();
  });
  return reopened;
}
