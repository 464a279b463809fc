import { Delivery } from '../models/deliveries.ts';
import { everywhere } from '../store/everywhere.ts';

/** Deliveries by provider id; unknown ids are absent. */
export async function findByProviderId(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await everywhere(Delivery, 'provider-ids')
    .find({ provider_id: { $gt: '', $in: [...new Set(ids)] } })
    .project<{ _id: number; provider_id: string }>({ provider_id: 1 })
    .toArray();
  return new Map(found.map(({ _id, provider_id }) => [provider_id, _id]));
}
