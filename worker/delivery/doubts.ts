import { markDirty } from '../../common/changes/figures.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo/connection.ts';
import type { HeldBatch } from './batches.ts';
import { openRows } from './open-rows.ts';

/**
 * Settles rows that the batch's last holder may have handed over before it lost its lease or died. It is unknown whether
 * a server accepted them. Each is held for a person to decide, or marked as a mail that may arrive twice (RFC 1047).
 */
export async function settleDoubts({ found }: HeldBatch, config: Config): Promise<void> {
  if (found.lease_token === null || found.intent === 0) return;
  const filter = { $and: [openRows(found), { _id: { $lte: found.intent } }] };
  await markDirty(found.ids === null ? [found._id] : await rows(Delivery).distinct('batch', filter));
  await rows(Delivery).updateMany(
    filter,
    config.inDoubt === 'hold'
      ? {
          $set: {
            state: 'in_doubt',
            reply: 'The worker that sent it ended before the reply was written',
            in_doubt_at: now(),
          },
          $inc: { attempts: 1 },
        }
      : { $set: { doubted: true } },
  );
}
