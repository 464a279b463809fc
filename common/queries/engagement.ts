import { now } from '../clock.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { rows } from '../mongo.ts';
import { noteEngagement } from './engagement-dates.ts';
import { markDirty } from './figures.ts';

/** What pages need of the mail that brought somebody to them. */
export type MailBehind = Pick<
  DeliveryDocument,
  '_id' | 'mailing' | 'user_id' | 'batch' | 'contact_id' | 'email' | 'unsubscribed_at'
>;

/** The mail with this delivery id; null when there is none. */
export const findMail = (deliveryId: number): Promise<MailBehind | null> =>
  rows(Delivery).findOne<MailBehind>(
    { _id: deliveryId },
    { projection: { mailing: 1, user_id: 1, batch: 1, contact_id: 1, email: 1, unsubscribed_at: 1 } },
  );

/** Counts one opening of a mail. */
export async function recordOpen(mail: MailBehind): Promise<void> {
  await markDirty([mail.batch]);
  const at = now();
  // $min keeps the first: it sets what is absent.
  await rows(Delivery).updateOne(
    { _id: mail._id },
    { $inc: { opens: 1 }, $min: { first_opened_at: at }, $max: { last_opened_at: at } },
  );
  await tellContact(mail);
}

/** Where a rule asks, its contact is to know. Lost only with this very process, in the moment between two writes. */
const tellContact = ({ _id, user_id, contact_id }: MailBehind): Promise<unknown> =>
  contact_id === null ? Promise.resolve() : noteEngagement(user_id, { first: _id, last: _id, ids: null });

/** Counts one click in a mail; it counts as an opening if none was seen (rulings 9). */
export async function recordClick(mail: MailBehind): Promise<void> {
  await markDirty([mail.batch]);
  const at = now();
  await rows(Delivery).updateOne({ _id: mail._id }, [
    {
      $set: {
        clicks: { $add: [{ $ifNull: ['$clicks', 0] }, 1] },
        opens: { $max: [{ $ifNull: ['$opens', 0] }, 1] },
        first_clicked_at: { $ifNull: ['$first_clicked_at', at] },
        first_opened_at: { $ifNull: ['$first_opened_at', at] },
        last_clicked_at: at,
        // A click that shows the first opening is one; any other shows none.
        last_opened_at: { $ifNull: ['$last_opened_at', at] },
      },
    },
  ]);
  await tellContact(mail);
}

/** Counts a recipient who unsubscribed through this mail, once. */
export async function recordUnsubscribed(mail: MailBehind): Promise<void> {
  if (mail.unsubscribed_at) return;
  await markDirty([mail.batch]);
  await rows(Delivery).updateOne(
    { _id: mail._id, unsubscribed_at: { $exists: false } },
    { $set: { unsubscribed_at: now() } },
  );
}
