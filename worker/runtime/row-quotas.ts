import type { Config } from '../../common/config.ts';
import { type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import { believedStatus } from '../../common/quotas/account-status.ts';
import { countedDerivedRows, countedOptOuts } from '../../common/quotas/rows.ts';

/** The job ends with this text, as a call would. */
export class QuotaExcess extends Error {
  constructor(name: QuotaName) {
    super(quotaText(name));
  }
}

/** Adds opt-outs and suppressions of a job with `write`. Throws if the account would have too many; then nothing is written. */
export async function addWithinOptOuts(
  userId: number,
  config: Pick<Config, 'quotas'>,
  wanted: number,
  write: () => Promise<unknown>,
): Promise<void> {
  if (wanted === 0) return;
  const { limits } = await believedStatus(userId, config);
  if (!(await countedOptOuts.within({ id: userId, limit: limits.opt_outs }, wanted, write)))
    throw new QuotaExcess('opt_outs');
}

/** The same for rows of segments and automations. */
export async function addWithinDerivedRows<Answer>(
  userId: number,
  config: Pick<Config, 'quotas'>,
  wanted: number,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const { limits } = await believedStatus(userId, config);
  const added = await countedDerivedRows.within({ id: userId, limit: limits.derived_rows }, wanted, write);
  if (!added) throw new QuotaExcess('derived_rows');
  return added.answer;
}
