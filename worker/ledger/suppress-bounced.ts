import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo/connection.ts';
import { reserveIds } from '../../common/mongo/ids.ts';

/** Suppresses addresses that, by a server's reply, do not exist: they get no more mail from this account. */
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
