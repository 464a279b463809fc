import { timestamp } from '../../common/domain/times.ts';
import type { AccountDocument } from '../../common/models/accounts.ts';
import type { Reputation } from '../../common/queries/reputation.ts';

export function presentReputation(
  { rates, findings }: Reputation,
  account: Pick<AccountDocument, 'brake' | 'released_itself'> | null,
) {
  const [day, week] = rates.map(({ accepted, complaints, bounces }) => ({ accepted, complaints, bounces }));
  return {
    day: day!,
    week: week!,
    warnings: findings.map(({ reason, detail }) => ({ code: reason, text: detail })),
    paused_reason: account?.brake?.reason ?? null,
    paused_at: timestamp(account?.brake?.at ?? null),
    may_release: account?.brake !== undefined && account?.brake !== null && account.released_itself !== true,
  };
}
