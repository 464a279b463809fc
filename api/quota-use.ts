import type { QuotaName } from '../common/domain/quotas.ts';
import { storedBytes } from '../common/quotas/bytes.ts';
import { countAllContacts } from '../common/quotas/contacts.ts';
import { countImports } from '../common/quotas/imports.ts';
import { mailsToday } from '../common/quotas/mails.ts';
import type { Service } from './http/endpoint.ts';

/** What an account uses of each quota; calls and renders are those of the process that answers. */
export async function quotaUse(
  userId: number,
  { underWay, questions }: Pick<Service, 'underWay' | 'questions'>,
): Promise<Readonly<Record<QuotaName, number>>> {
  const [stored_bytes, contacts, imports, mails_per_day] = await Promise.all([
    storedBytes(userId),
    countAllContacts(userId),
    countImports(userId),
    mailsToday(userId),
  ]);
  return {
    stored_bytes,
    contacts,
    calls: underWay.of(userId),
    expensive_calls: questions.of(userId),
    imports,
    // The renderer counts for itself.
    renders_per_minute: 0,
    mails_per_day,
  };
}
