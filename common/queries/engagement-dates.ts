import { now } from '../clock.ts';
import { EngagementAccount } from '../models/engagement-accounts.ts';
import { Engagement, type EngagementDocument } from '../models/engagements.ts';
import type { Filter } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';

/** Whether the ledger's engagement from before the first rule is copied to contacts. */
export const isEngagementKnown = async (userId: number): Promise<boolean> =>
  (await EngagementAccount.findOne({ _id: userId, walked: false }, { projection: { _id: 1 } })) === null;

/** Accounts whose ledger still has to be walked for the first time. */
export const unwalkedAccount = { walked: false } as const;

/** Entries whose engagement may be copied to contacts now. Entries of version 0.1.0 have no time, and are due. */
export const dueEntries = (at: Date): Filter<EngagementDocument> => ({ due_at: { $not: { $gt: at } } });

export async function dueEngagement(): Promise<number[]> {
  const found = await Promise.all([
    everywhere(Engagement, 'sweep').distinct('user_id', dueEntries(now())),
    EngagementAccount.distinct('_id', unwalkedAccount),
  ]);
  return [...new Set(found.flat())];
}
