import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo.ts';
import { markDirty } from '../../common/queries/figures.ts';
import type { HeldBatch } from './batches.ts';
import { openRows } from './rows.ts';

/**
 * What a batch's last holder may have handed over without saying how it went: it lost its lease, or died. Nobody
 * knows, so it is said of each row: it is held for a person, or marked as one that may come twice (RFC 1047).
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
