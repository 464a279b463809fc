import { now } from '../clock.ts';
import { EngagementAccount } from '../models/engagement-accounts.ts';
import { Engagement, type EngagementDocument } from '../models/engagements.ts';
import type { Filter } from '../store/collection.ts';

/** Whether contacts know all that the ledger knew when it was first asked for. */
export const isEngagementKnown = async (userId: number): Promise<boolean> =>
  (await EngagementAccount.findOne({ _id: userId, walked: false }, { projection: { _id: 1 } })) === null;

/** Accounts whose ledger is still to be walked for the first time, as a filter. */
export const unwalkedAccount = { walked: false } as const;

/** What contacts are to be told of by now, as a filter. Entries of version 0.1.0 have no time, and are due. */
export const dueEntries = (at: Date): Filter<EngagementDocument> => ({ due_at: { $not: { $gt: at } } });

/** Accounts whose contacts are still to be told of something by now. */
export async function dueEngagement(): Promise<number[]> {
  const found = await Promise.all([
    Engagement.distinct('user_id', dueEntries(now())),
    EngagementAccount.distinct('_id', unwalkedAccount),
  ]);
  return [...new Set(found.flat())];
}
