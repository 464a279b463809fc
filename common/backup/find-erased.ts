import { now } from '../clock.ts';
import { createAddressFinder } from '../domain/erased-addresses.ts';
import { ADDRESS_PLACES } from '../erasures/places.ts';
import { Erasure } from '../models/erasures.ts';
import { type ErasureKey, erasureId, erasureKey } from '../secrets/erasure-key.ts';
import { everywhere } from '../store/everywhere.ts';
import { STORED_TEXTS } from './stored-texts.ts';

/** Hashes do not reveal restored addresses, so all addresses of these accounts are hashed. Workers erase the found ones again. */
export async function findErased(since: Date): Promise<number> {
  const later = { $or: [{ done_at: null }, { done_at: { $gt: since } }] };
  const accounts = await everywhere(Erasure, 'backup').distinct('user_id', later);
  if (accounts.length === 0) return 0;
  const key = await erasureKey();
  let found = 0;
  for (const userId of accounts) {
    const erasures = Erasure.of(userId);
    const ids = await erasures.distinct('_id', later);
    const wanted = new Set(ids);
    const met = await addressesOf(userId, wanted, key);
    const at = now();
    await erasures.updateMany(
      { _id: { $in: ids } },
      { $set: { sealed: null, due_at: null, erased_at: at, passes: 0, done_at: at } },
    );
    for (const [_id, address] of met) {
      await erasures.updateOne(
        { _id },
        { $set: { sealed: key.seal(_id, address), due_at: at, erased_at: null, done_at: null } },
      );
    }
    found += met.size;
  }
  return found;
}

async function addressesOf(
  userId: number,
  wanted: ReadonlySet<string>,
  { hashOf }: ErasureKey,
): Promise<Map<string, string>> {
  const met = new Map<string, string>();
  const look = (norm: string): undefined => {
    const id = erasureId(userId, hashOf(userId, norm));
    if (wanted.has(id)) met.set(id, norm);
  };
  const finder = createAddressFinder(look);
  const read = (value: unknown): void => {
    if (typeof value === 'string') finder.find(value);
    else if (Array.isArray(value)) value.forEach(read);
    else if (value !== null && typeof value === 'object' && !(value instanceof Date))
      Object.values(value).forEach(read);
  };
  for (const place of ADDRESS_PLACES)
    for await (const text of STORED_TEXTS[place](userId, finder)) read(text);
  return met;
}
