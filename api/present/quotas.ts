import { QUOTA_NAMES, QUOTAS, type QuotaLimits, type QuotaName } from '../../common/domain/quotas.ts';

/** `used` is null for a quota that is not counted. */
export const presentQuotas = (limits: QuotaLimits, used: Readonly<Record<QuotaName, number>>) =>
  QUOTA_NAMES.map((name) => ({
    name,
    limit: limits[name] === 0 ? null : limits[name],
    used: used[name],
    unit: QUOTAS[name].unit,
  }));
