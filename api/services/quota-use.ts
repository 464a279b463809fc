import type { QuotaName } from '../../common/domain/quotas.ts';
import { storedBytes } from '../../common/quotas/bytes.ts';
import { countAllContacts } from '../../common/quotas/contacts.ts';
import { countImports } from '../../common/quotas/imports.ts';
import { mailsToday } from '../../common/quotas/mails.ts';
import { rendersNow } from '../../common/quotas/renders.ts';
import { countAutomations, countDerivedRows, countOptOuts, countSegments } from '../../common/quotas/rows.ts';
import { countSendingDomains } from '../../common/quotas/sending-domains.ts';
import type { Service } from '../http/endpoint.ts';

type StoredQuota = Exclude<QuotaName, 'calls' | 'expensive_calls'>;

/** How the use of each quota is counted; calls are counted by the process. */
const COUNTS: Readonly<Record<StoredQuota, (userId: number) => Promise<number>>> = {
  stored_bytes: storedBytes,
  contacts: countAllContacts,
  opt_outs: countOptOuts,
  segments: countSegments,
  automations: countAutomations,
  derived_rows: countDerivedRows,
  imports: countImports,
  sending_domains: countSendingDomains,
  renders_per_minute: rendersNow,
  mails_per_day: mailsToday,
};

/** An account's use of each quota; calls are those of this process. */
export async function quotaUse(
  userId: number,
  { underWay, questions }: Pick<Service, 'underWay' | 'questions'>,
): Promise<Readonly<Record<QuotaName, number>>> {
  const counted = await Promise.all(
    Object.entries(COUNTS).map(async ([name, count]) => [name, await count(userId)] as const),
  );
  return {
    ...(Object.fromEntries(counted) as Record<StoredQuota, number>),
    calls: underWay.of(userId),
    expensive_calls: questions.of(userId),
  };
}
