import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Delivery } from '../models/deliveries.ts';
import { Suppression } from '../models/suppressions.ts';
import type { MailBehind } from '../queries/mail-links.ts';
import { optOutsOf } from '../queries/suppressions.ts';
import { toldChange } from './event-notes.ts';
import { markDirty } from './figures.ts';
import { removeOptOut } from './suppressions.ts';

/**
 * Takes back the opt-out from a group (null: from all mails) that a link of this mail made. Answers what the address is opted
 * out of then; an opt-out that was made by other means stays. Called again, it does what a crash left undone, and no more.
 */
export async function undoOptOut(
  mail: MailBehind,
  groupId: number | null,
): Promise<ReadonlyMap<number | null, number | null>> {
  const removed = await removeOptOut(mail.user_id, groupId, mail.email, mail._id);
  const stopped = await optOutsOf(mail.user_id, mail.email);
  if (!stopped.has(groupId)) await recordResubscription(mail, removed > 0);
  return stopped;
}

/** Takes an opt-out from a group back, whatever made it: the recipient chose the group on the page of this mail. */
export async function resubscribe(mail: MailBehind, groupId: number): Promise<void> {
  const removed = await removeOptOut(mail.user_id, groupId, mail.email);
  await recordResubscription(mail, removed > 0);
}

/**
 * Records with a mail that its recipient subscribed again by one of its links. Once no opt-out that its links made is left, the
 * recipient counts no more as unsubscribed through this mail. Where no opt-out was `removed`, only a crash can have left that undone.
 * Nothing is recorded of a mail whose row the retention has removed.
 */
async function recordResubscription(
  { _id, user_id, email, batch }: MailBehind,
  removed: boolean,
): Promise<void> {
  if (batch === undefined) return;
  const left = await Suppression.findOne(
    { user_id, email_norm: normalizeAddress(email), reason: 'unsubscribed', delivery: _id },
    { projection: { _id: 1 } },
  );
  if (left && !removed) return;
  if (!left) await markDirty([batch]);
  const before = '$resubscribed.unsubscribed_at';
  const unsubscribed_at = left ? before : { $ifNull: ['$unsubscribed_at', before] };
  await toldChange([{ user_id, type: 'contact.resubscribed', id: _id }], async () => {
    const { modifiedCount } = await Delivery.updateOne(
      { _id, ...(!removed && { unsubscribed_at: { $type: 'date' } }) },
      [
        { $set: { resubscribed: { at: now(), unsubscribed_at } } },
        ...(left ? [] : [{ $unset: ['unsubscribed_at', 'unsubscribe_reason'] } as const]),
      ],
    );
    return modifiedCount === 1;
  });
}
