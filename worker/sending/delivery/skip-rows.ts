import { markDirty } from '../../../common/changes/figures.ts';
import type { Config } from '../../../common/config.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { asFound, closeBatch } from './close-batches.ts';
import { settleDoubts } from './doubts.ts';
import type { HeldBatch } from './lease-batches.ts';
import { batchesOf, openRows } from './open-rows.ts';

/** A row that was refused earlier and waited for a retry stays bounced. */
const isRefused = { $gt: ['$refused_at', null] };
const CANCELLED = [
  {
    $set: {
      state: { $cond: [isRefused, 'bounced', 'skipped'] },
      skip_reason: { $cond: [isRefused, '$$REMOVE', 'cancelled'] },
      refusing_domain: { $cond: [isRefused, null, '$refusing_domain'] },
    },
  },
];

export async function skipRows(
  userId: number,
  batches: readonly number[],
  rows: Filter<DeliveryDocument>,
): Promise<void> {
  await markDirty(userId, batches);
  await Delivery.of(userId).updateMany(rows, CANCELLED);
}

export async function skipBatch(held: HeldBatch, config: Config): Promise<void> {
  await asFound(held, () => settleDoubts(held, config));
  const open = openRows(held.found);
  await skipRows(held.found.user_id, await batchesOf(held.found, open), open);
  await closeBatch(held, null);
}
