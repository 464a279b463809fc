import { memberAddressesIn } from '../../../common/audience/members.ts';
import {
  readSuppressed,
  type SuppressingMailing,
  type SuppressionFindings,
} from '../../../common/audience/suppressed.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';

export type ExclusionReason = 'unsubscribed' | 'bounced' | 'exit_criteria';

export async function readExclusions(
  mailing: SuppressingMailing & Pick<MailingDocument, 'must_be_in'>,
  addresses: readonly string[],
  also?: SuppressionFindings,
): Promise<Map<string, ExclusionReason>> {
  const { user_id, must_be_in } = mailing;
  const [suppressed, inside] = await Promise.all([
    readSuppressed(mailing, addresses, also),
    must_be_in && memberAddressesIn(must_be_in, user_id, addresses),
  ]);
  if (!inside) return suppressed;
  const still = new Set(inside);
  const excluded = new Map<string, ExclusionReason>(
    addresses.filter((address) => !still.has(address)).map((address) => [address, 'exit_criteria']),
  );
  // When an address is excluded for several reasons, unsubscribed or bounced is reported first.
  for (const [address, reason] of suppressed) excluded.set(address, reason);
  return excluded;
}
