import type { Config } from '../config.ts';
import { limitsOf, type QuotaLimits } from '../domain/quotas.ts';
import { Account, type Suspension } from '../models/accounts.ts';
import { rows } from '../mongo.ts';

/** What an operator lets an account do. */
export interface Standing {
  readonly suspended: Suspension | null;
  readonly limits: QuotaLimits;
}

/** How an account stands; of one that is gone as of one that nothing was set for. */
export async function standingOf(userId: number, { quotas }: Pick<Config, 'quotas'>): Promise<Standing> {
  const account = await rows(Account).findOne({ _id: userId }, { projection: { quotas: 1, suspended: 1 } });
  return { suspended: account?.suspended ?? null, limits: limitsOf(quotas, account?.quotas) };
}

/** Which of these accounts are suspended. */
export async function suspendedAmong(userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  return new Set(
    await rows(Account).distinct('_id', { _id: { $in: [...userIds] }, suspended: { $type: 'object' } }),
  );
}
