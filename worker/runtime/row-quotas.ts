import type { Config } from '../../common/config.ts';
import { type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import { believedStatus } from '../../common/quotas/account-status.ts';
import { areRowsFull, withOptOuts } from '../../common/quotas/rows.ts';

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
  if (!(await withOptOuts({ id: userId, limit: limits.opt_outs }, wanted, write)))
    throw new QuotaExcess('opt_outs');
}

/** Throws if the account may have no more rows of segments and automations. */
export async function checkDerivedRows(userId: number, config: Pick<Config, 'quotas'>): Promise<void> {
  const { limits } = await believedStatus(userId, config);
  if (await areRowsFull(userId, limits.derived_rows)) throw new QuotaExcess('derived_rows');
}
