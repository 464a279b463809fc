import { normalizeAddress } from '../domain/addresses.ts';
import { Suppression, type SuppressionDocument, type SuppressionReason } from '../models/suppressions.ts';

/** The opt-outs of an address: groups (null: the whole account), each with the mail whose link was used (null: other means). */
export async function optOutsOf(userId: number, address: string): Promise<Map<number | null, number | null>> {
  const found = await Suppression.of(userId)
    .find({ email_norm: normalizeAddress(address), reason: 'unsubscribed' })
    .project<Pick<SuppressionDocument, 'unsubscribe_groups_id' | 'delivery'>>({
      _id: 0,
      unsubscribe_groups_id: 1,
      delivery: 1,
    })
    .toArray();
  return new Map(found.map(({ unsubscribe_groups_id: group, delivery }) => [group, delivery ?? null]));
}

export async function addressesSuppressedBy(userId: number, import_id: number): Promise<number> {
  const [found] = await Suppression.of(userId)
    .aggregate<{ count: number }>([
      { $match: { import_id } },
      { $group: { _id: '$email_norm' } },
      { $count: 'count' },
    ])
    .toArray();
  return found?.count ?? 0;
}

/** Addresses that get no mail of any group, with the reason. Suspected addresses do get mail. One query. */
export async function suppressedOf(
  userId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionReason>> {
  const found = await Suppression.of(userId)
    .find({
      email_norm: { $in: addresses.map(normalizeAddress) },
      unsubscribe_groups_id: null,
      state: { $ne: 'suspected' },
    })
    .project<Pick<SuppressionDocument, 'email_norm' | 'reason'>>({ _id: 0, email_norm: 1, reason: 1 })
    .toArray();
  return new Map(found.map(({ email_norm, reason }) => [email_norm, reason]));
}
