import { QUOTA_NAMES, QUOTAS, type QuotaLimits, type QuotaName } from '../../common/domain/quotas.ts';

export const presentQuotas = (limits: QuotaLimits, used: Readonly<Record<QuotaName, number>>) =>
  QUOTA_NAMES.map((name) => ({
    name,
    limit: limits[name] === 0 ? null : limits[name],
    used: used[name],
    unit: QUOTAS[name].unit,
  }));

export interface PresentedQuota {
  readonly name: QuotaName | 'calls_per_second';
  readonly limit: number | null;
  readonly used: number | null;
  readonly unit: (typeof QUOTAS)[QuotaName]['unit'];
}

/** The rate of calls, which is the same for all accounts. `RateLimit` of each answer says what is left. */
export const presentCallRate = (rate: number): PresentedQuota => ({
  name: 'calls_per_second',
  limit: rate === 0 ? null : rate,
  used: null,
  unit: 'calls',
});
