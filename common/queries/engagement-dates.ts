import { EngagementAccount } from '../models/engagement-accounts.ts';
import { Engagement } from '../models/engagements.ts';
import { rows } from '../mongo/connection.ts';

/** Whether contacts know all that the ledger knew when it was first asked for. */
export const isEngagementKnown = async (userId: number): Promise<boolean> =>
  (await rows(EngagementAccount).findOne({ _id: userId, walked: false }, { projection: { _id: 1 } })) ===
  null;

/** Accounts whose ledger is still to be walked for the first time, as a filter. */
export const unwalkedAccount = { walked: false } as const;

/** Accounts whose contacts are still to be told of something. */
export async function dueEngagement(): Promise<number[]> {
  const found = await Promise.all([
    rows(Engagement).distinct('user_id'),
    rows(EngagementAccount).distinct('_id', unwalkedAccount),
  ]);
  return [...new Set(found.flat())];
}
