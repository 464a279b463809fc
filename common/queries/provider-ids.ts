import type { MailOfAccount } from '../domain/tokens.ts';
import { Delivery } from '../models/deliveries.ts';
import { everywhere } from '../store/everywhere.ts';

/** Deliveries by provider id; unknown ids are absent. */
export async function findByProviderId(ids: readonly string[]): Promise<ReadonlyMap<string, MailOfAccount>> {
  if (ids.length === 0) return new Map();
  const found = await everywhere(Delivery, 'provider-ids')
    .find({ provider_id: { $gt: '', $in: [...new Set(ids)] } })
    .project<{ _id: number; user_id: number; provider_id: string }>({ user_id: 1, provider_id: 1 })
    .toArray();
  return new Map(found.map(({ _id: id, user_id: account, provider_id }) => [provider_id, { account, id }]));
}
