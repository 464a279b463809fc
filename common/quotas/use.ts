import type { QuotaName } from '../domain/quotas.ts';
import { storedBytes } from './bytes.ts';
import { countAllContacts } from './contacts.ts';
import { countImports } from './imports.ts';
import { mailsToday } from './mails.ts';
import { rendersNow } from './renders.ts';
import {
  countAutomations,
  countDerivedRows,
  countOptOuts,
  countScheduledMessages,
  countSegments,
} from './rows.ts';
import { countSendingDomains } from './sending-domains.ts';

export type StoredQuota = Exclude<QuotaName, 'calls' | 'expensive_calls'>;

/** How the use of each quota is counted; each API process counts its calls itself. */
const COUNTS: Readonly<Record<StoredQuota, (userId: number) => Promise<number>>> = {
  stored_bytes: storedBytes,
  contacts: countAllContacts,
  opt_outs: countOptOuts,
  segments: countSegments,
  automations: countAutomations,
  derived_rows: countDerivedRows,
  scheduled_messages: countScheduledMessages,
  imports: countImports,
  sending_domains: countSendingDomains,
  renders_per_minute: rendersNow,
  mails_per_day: mailsToday,
};

/** An account's use of each quota that the store shows. */
export async function storedUse(userId: number): Promise<Readonly<Record<StoredQuota, number>>> {
  const counted = await Promise.all(
    Object.entries(COUNTS).map(async ([name, count]) => [name, await count(userId)] as const),
  );
  return Object.fromEntries(counted) as Record<StoredQuota, number>;
}
