import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Delivery } from '../models/deliveries.ts';
import { Suppression } from '../models/suppressions.ts';
import type { MailBehind } from '../queries/mail-links.ts';
import { optOutsOf } from '../queries/suppressions.ts';
import { toldChange } from './event-notes.ts';
import { markDirty } from './figures.ts';
import { type OptOutLift, removeOptOut } from './suppressions.ts';

/** Returns the remaining opt-outs of the address; those made by other means stay. A repeated call completes what a crash left. */
export async function undoOptOut(
  mail: MailBehind,
  groupId: number | null,
): Promise<ReadonlyMap<number | null, number | null>> {
  const removed = await removeOptOut(mail.user_id, groupId, mail.email, {
    delivery: mail._id,
    told: toldOf(mail),
  });
  const stopped = await optOutsOf(mail.user_id, mail.email);
  if (!stopped.has(groupId)) await recordResubscription(mail, removed > 0);
  return stopped;
}

/** Removes any opt-out from a group: the recipient chose the group on the page of this mail. */
export async function resubscribe(mail: MailBehind, groupId: number): Promise<void> {
  const removed = await removeOptOut(mail.user_id, groupId, mail.email, { told: toldOf(mail) });
  await recordResubscription(mail, removed > 0);
}

/** A mail with a row reports the event itself. */
const toldOf = ({ _id, batch }: MailBehind): OptOutLift | undefined =>
  batch === undefined ? { by: 'person', delivery: _id } : undefined;

/**
 * Records that a recipient resubscribed by a link of this mail. Without opt-outs left by its links, the recipient no longer counts as
 * unsubscribed through it. When no opt-out was `removed`, only a crash can have left that to do. A mail whose row has expired records
 * nothing.
 */
async function recordResubscription(
  { _id, user_id, email, batch }: MailBehind,
  removed: boolean,
): Promise<void> {
  if (batch === undefined) return;
  const left = await Suppression.of(user_id).findOne(
    { email_norm: normalizeAddress(email), reason: 'unsubscribed', delivery: _id },
    { projection: { _id: 1 } },
  );
  if (left && !removed) return;
  if (!left) await markDirty(user_id, [batch]);
  const before = '$resubscribed.unsubscribed_at';
  const unsubscribed_at = left ? before : { $ifNull: ['$unsubscribed_at', before] };
  await toldChange([{ user_id, type: 'contact.resubscribed', id: _id }], async () => {
    const { modifiedCount } = await Delivery.of(user_id).updateOne(
      { _id, ...(!removed && { unsubscribed_at: { $type: 'date' } }) },
      [
        { $set: { resubscribed: { at: now(), unsubscribed_at } } },
        ...(left ? [] : [{ $unset: ['unsubscribed_at', 'unsubscribe_reason'] } as const]),
      ],
    );
    return modifiedCount === 1;
  });
}
