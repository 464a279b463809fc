import { Delivery } from '../models/deliveries.ts';

/** The deliveries to whose mails a provider gave these ids; those that are not known are left out. */
export async function findByProviderId(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await Delivery.find({ provider_id: { $gt: '', $in: [...new Set(ids)] } })
    .project<{ _id: number; provider_id: string }>({ provider_id: 1 })
    .toArray();
  return new Map(found.map(({ _id, provider_id }) => [provider_id, _id]));
}
