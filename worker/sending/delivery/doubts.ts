import { type ComingEvent, toldChange } from '../../../common/changes/event-notes.ts';
import { markDirty } from '../../../common/changes/figures.ts';
import { now } from '../../../common/clock.ts';
import type { Config } from '../../../common/config.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { toldEvents } from '../../../common/queries/told-events.ts';
import type { Filter } from '../../../common/store/collection.ts';
import type { HeldBatch } from './lease-batches.ts';
import { batchesOf, openRows } from './open-rows.ts';

/** Settles the rows that the last holder may have handed over (RFC 1047): a person decides about them, or they are sent again and marked. */
export async function settleDoubts({ found }: HeldBatch, config: Config): Promise<void> {
  if (found.lease_token === null || found.intent === 0) return;
  const deliveries = Delivery.of(found.user_id);
  const filter = { $and: [openRows(found), { _id: { $lte: found.intent } }] };
  await markDirty(found.user_id, await batchesOf(found, filter));
  if (config.inDoubt === 'resend') {
    await deliveries.updateMany(filter, { $set: { doubted: true } });
    return;
  }
  await toldChange(await comingDoubts(found.user_id, filter), () =>
    deliveries.updateMany(filter, {
      $set: {
        state: 'in_doubt',
        reply: 'The worker that sent it ended before the reply was written',
        in_doubt_at: now(),
      },
      $inc: { attempts: 1 },
    }),
  );
}

/** Returns the events of these rows. Reads them only if a webhook of the account wants them. */
async function comingDoubts(userId: number, filter: Filter<DeliveryDocument>): Promise<ComingEvent[]> {
  const type = 'delivery.in_doubt';
  if (!(await toldEvents(userId)).has(type)) return [];
  const found = await Delivery.of(userId)
    .find(filter)
    .project<Pick<DeliveryDocument, '_id' | 'attempts'>>({ attempts: 1 })
    .toArray();
  return found.map(({ _id, attempts = 0 }) => ({ user_id: userId, type, id: _id, attempt: attempts + 1 }));
}
