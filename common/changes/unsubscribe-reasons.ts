import type { UnsubscribeReason } from '../domain/unsubscribe-reasons.ts';
import { Delivery } from '../models/deliveries.ts';
import type { MailBehind } from '../queries/mail-links.ts';
import { markDirty } from './figures.ts';

/** The last reason counts. It records nothing when the recipient is not unsubscribed by this mail, or its row has expired. */
export async function recordReason(
  { _id, user_id, batch }: MailBehind,
  reason: UnsubscribeReason,
): Promise<void> {
  if (batch === undefined) return;
  await markDirty(user_id, [batch]);
  await Delivery.of(user_id).updateOne(
    { _id, unsubscribed_at: { $type: 'date' } },
    { $set: { unsubscribe_reason: reason } },
  );
}
