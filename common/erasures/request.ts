import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Erasure } from '../models/erasures.ts';
import { erasureId, erasureKey } from '../secrets/erasure-key.ts';

/** From then on the address gets no mail, and a worker deletes it. A repeated request does so again: the address may be back. */
export async function requestErasure(userId: number, address: string): Promise<void> {
  const key = await erasureKey();
  const norm = normalizeAddress(address);
  const _id = erasureId(userId, key.hashOf(userId, norm));
  const at = now();
  await Erasure.of(userId).updateOne(
    { _id },
    {
      $set: {
        sealed: key.seal(_id, norm),
        requested_at: at,
        erased_at: null,
        due_at: at,
        passes: 0,
        done_at: null,
      },
      $unset: { pass: '' },
    },
    { upsert: true },
  );
}
