import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { reserveIds } from '../ids.ts';
import { Suppression } from '../models/suppressions.ts';
import { rows } from '../mongo.ts';

/** Keeps addresses that a server said do not exist from getting anything more of this account. */
export async function suppressBounced(userId: number, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const first = await reserveIds('suppressions', addresses.length);
  const at = now();
  await rows(Suppression).bulkWrite(
    addresses.map((address, index) => ({
      updateOne: {
        filter: {
          user_id: userId,
          email_norm: normalizeAddress(address),
          reason: 'bounced' as const,
          unsubscribe_groups_id: null,
        },
        update: {
          $setOnInsert: { _id: first + index, email_address: address, created_at: at, updated_at: at },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}
