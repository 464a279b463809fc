import { QUOTA_NAMES, QUOTAS, type QuotaLimits, type QuotaName } from '../../common/domain/quotas.ts';

/** All quotas of an account; `used` is null of what is counted nowhere. */
export const presentQuotas = (limits: QuotaLimits, used: Readonly<Record<QuotaName, number>>) =>
  QUOTA_NAMES.map((name) => ({
    name,
    limit: limits[name] === 0 ? null : limits[name],
    used: used[name],
    unit: QUOTAS[name].unit,
  }));
