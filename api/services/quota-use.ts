import type { QuotaName } from '../../common/domain/quotas.ts';
import { storedBytes } from '../../common/quotas/bytes.ts';
import { countAllContacts } from '../../common/quotas/contacts.ts';
import { countImports } from '../../common/quotas/imports.ts';
import { mailsToday } from '../../common/quotas/mails.ts';
import { rendersNow } from '../../common/quotas/renders.ts';
import { countAutomations, countDerivedRows, countOptOuts, countSegments } from '../../common/quotas/rows.ts';
import { countSendingDomains } from '../../common/quotas/sending-domains.ts';
import type { Service } from '../http/endpoint.ts';

/** An account's use of each quota; calls are those of this process. */
export async function quotaUse(
  userId: number,
  { underWay, questions }: Pick<Service, 'underWay' | 'questions'>,
): Promise<Readonly<Record<QuotaName, number>>> {
  const [
    stored_bytes,
    contacts,
    opt_outs,
    segments,
    automations,
    derived_rows,
    imports,
    sending_domains,
    renders_per_minute,
    mails_per_day,
  ] = await Promise.all([
    storedBytes(userId),
    countAllContacts(userId),
    countOptOuts(userId),
    countSegments(userId),
    countAutomations(userId),
    countDerivedRows(userId),
    countImports(userId),
    countSendingDomains(userId),
    rendersNow(userId),
    mailsToday(userId),
  ]);
  return {
    stored_bytes,
    contacts,
    opt_outs,
    segments,
    automations,
    derived_rows,
    calls: underWay.of(userId),
    expensive_calls: questions.of(userId),
    imports,
    sending_domains,
    renders_per_minute,
    mails_per_day,
  };
}
