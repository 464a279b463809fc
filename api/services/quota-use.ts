import type { QuotaName } from '../../common/domain/quotas.ts';
import { storedUse } from '../../common/quotas/use.ts';
import type { Service } from '../http/endpoint.ts';

/** An account's use of each quota; calls are those of this process. */
export const quotaUse = async (
  userId: number,
  { underWay, questions }: Pick<Service, 'underWay' | 'questions'>,
): Promise<Readonly<Record<QuotaName, number>>> => ({
  ...(await storedUse(userId)),
  calls: underWay.of(userId),
  expensive_calls: questions.of(userId),
});
