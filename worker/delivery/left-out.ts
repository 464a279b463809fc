import type { MailingDocument } from '../../common/models/mailings.ts';
import { addressesIn } from './members.ts';
import { readSuppressed } from './rows.ts';

/** Why an address gets nothing of a mailing. */
export type LeftOutReason = 'unsubscribed' | 'bounced' | 'exit_criteria';

/**
 * Which of these addresses get nothing of a mailing as things are now, and why: suppressed, or no longer in what they
 * must be in.
 */
export async function readLeftOut(
  mailing: Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id' | 'must_be_in'>,
  addresses: readonly string[],
): Promise<Map<string, LeftOutReason>> {
  const { user_id, must_be_in } = mailing;
  const [suppressed, inside] = await Promise.all([
    readSuppressed(mailing, addresses),
    must_be_in && addressesIn(must_be_in, user_id, addresses),
  ]);
  if (!inside) return suppressed;
  const still = new Set(inside);
  const leftOut = new Map<string, LeftOutReason>(
    addresses.filter((address) => !still.has(address)).map((address) => [address, 'exit_criteria']),
  );
  // A wish and a bounce are the better reason.
  for (const [address, reason] of suppressed) leftOut.set(address, reason);
  return leftOut;
}
