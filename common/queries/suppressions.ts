import { normalizeAddress } from '../domain/addresses.ts';
import { Suppression, type SuppressionDocument } from '../models/suppressions.ts';
import { rows } from '../mongo/connection.ts';

/** What an address opted out of: ids of groups, null for all mails of the account. */
export async function optOutsOf(userId: number, address: string): Promise<Set<number | null>> {
  const found = await rows(Suppression)
    .find({ user_id: userId, email_norm: normalizeAddress(address), reason: 'unsubscribed' })
    .project<Pick<SuppressionDocument, 'unsubscribe_groups_id'>>({ _id: 0, unsubscribe_groups_id: 1 })
    .toArray();
  return new Set(found.map((entry) => entry.unsubscribe_groups_id));
}
