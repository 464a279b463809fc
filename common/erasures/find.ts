import { erasedAddress } from '../domain/erased-addresses.ts';
import { Erasure, type ErasureDocument } from '../models/erasures.ts';
import { erasureId, erasureKey } from '../secrets/erasure-key.ts';

/** Whether an account ever had an address erased. Hardly any has; for the others no address is hashed. */
export async function hasErasures(userId: number, since?: Date): Promise<boolean> {
  const filter = since ? { requested_at: { $gte: since } } : {};
  return (await Erasure.of(userId).findOne(filter, { projection: { _id: 1 } })) !== null;
}

/** The erased ones among these normalized addresses, with their hashes. `since`: only those requested from then on. */
export async function erasedAmong(
  userId: number,
  addresses: readonly string[],
  since?: Date,
): Promise<Map<string, string>> {
  if (addresses.length === 0 || !(await hasErasures(userId, since))) return new Map();
  const { hashOf } = await erasureKey();
  const hashes = new Map(addresses.map((address) => [hashOf(userId, address), address]));
  const found = await Erasure.of(userId)
    .find({
      _id: { $in: [...hashes.keys()].map((hash) => erasureId(userId, hash)) },
      ...(since && { requested_at: { $gte: since } }),
    })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const ids = new Set(found.map(({ _id }) => _id));
  return new Map(
    [...hashes].flatMap(([hash, address]) =>
      ids.has(erasureId(userId, hash)) ? [[address, erasedAddress(hash)] as const] : [],
    ),
  );
}

/** The erasure of a normalized address; null: never requested. */
export async function findErasure(userId: number, address: string): Promise<ErasureDocument | null> {
  if (!(await hasErasures(userId))) return null;
  const { hashOf } = await erasureKey();
  return Erasure.of(userId).findOne({ _id: erasureId(userId, hashOf(userId, address)) });
}
