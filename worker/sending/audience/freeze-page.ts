import type { Member } from '../../../common/audience/member.ts';
import { memberAddressesIn } from '../../../common/audience/members.ts';
import { readSuppressed } from '../../../common/audience/suppressed.ts';
import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { type AudienceCounts, type MailingDocument, NO_AUDIENCE } from '../../../common/models/mailings.ts';
import { insertDeliveries } from '../ledger/insert-deliveries.ts';

export interface WrittenPage {
  counts: AudienceCounts;
  batches: readonly number[];
  duplicates: readonly Member[];
}

export async function writePage(
  mailing: MailingDocument,
  exclusions: readonly AudienceRef[],
  members: readonly Member[],
): Promise<WrittenPage> {
  const counts = { ...NO_AUDIENCE, members: members.length };
  const addresses = members.map((member) => member.email_norm);
  const [suppressed, ...excluded] = await Promise.all([
    readSuppressed(mailing, addresses),
    ...exclusions.map((ref) => memberAddressesIn(ref, mailing.user_id, addresses, mailing.created_at)),
  ]);
  const outside = new Set(excluded.flat());
  const recipients = members.filter(({ email_norm: address }) => {
    const reason = outside.has(address) ? 'excluded' : suppressed.get(address);
    if (reason) counts[reason] += 1;
    return !reason;
  });
  if (recipients.length === 0) return { counts, batches: [], duplicates: [] };
  const { duplicates, batches } = await insertDeliveries(mailing, recipients, { state: 'filling' });
  return {
    counts: { ...counts, duplicates: duplicates.length, recipients: recipients.length - duplicates.length },
    batches,
    duplicates: duplicates.map((index) => recipients[index]!),
  };
}
