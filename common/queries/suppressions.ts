import { normalizeAddress } from '../domain/addresses.ts';
import { Suppression, type SuppressionDocument, type SuppressionReason } from '../models/suppressions.ts';

/**
 * What an address opted out of: ids of groups, null for all mails of the account; and of each, the mail whose link made the
 * entry, null where it was made by other means.
 */
export async function optOutsOf(userId: number, address: string): Promise<Map<number | null, number | null>> {
  const found = await Suppression.find({
    user_id: userId,
    email_norm: normalizeAddress(address),
    reason: 'unsubscribed',
  })
    .project<Pick<SuppressionDocument, 'unsubscribe_groups_id' | 'delivery'>>({
      _id: 0,
      unsubscribe_groups_id: 1,
      delivery: 1,
    })
    .toArray();
  return new Map(found.map(({ unsubscribe_groups_id: group, delivery }) => [group, delivery ?? null]));
}

/** How many addresses are in opt-outs and suppressions that an import made. */
export async function addressesSuppressedBy(import_id: number): Promise<number> {
  const [found] = await Suppression.aggregate<{ count: number }>([
    { $match: { import_id } },
    { $group: { _id: '$email_norm' } },
    { $count: 'count' },
  ]).toArray();
  return found?.count ?? 0;
}

/** Of these addresses, those that get nothing of the account whatever the group, and why. Suspected ones do. One query. */
export async function suppressedOf(
  userId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionReason>> {
  const found = await Suppression.find({
    user_id: userId,
    email_norm: { $in: addresses.map(normalizeAddress) },
    unsubscribe_groups_id: null,
    state: { $ne: 'suspected' },
  })
    .project<Pick<SuppressionDocument, 'email_norm' | 'reason'>>({ _id: 0, email_norm: 1, reason: 1 })
    .toArray();
  return new Map(found.map(({ email_norm, reason }) => [email_norm, reason]));
}
