import { normalizeAddress } from '../domain/addresses.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../models/notification-recipients.ts';
import { rows } from '../mongo.ts';

/** A notification recipient; null once it was deleted. */
export const findNotificationRecipient = (id: number): Promise<NotificationRecipientDocument | null> =>
  rows(NotificationRecipient).findOne({ _id: id });

/** Stops an account's notification mails to an address, however often and in whatever spelling it is there. */
export const stopNotifications = (userId: number, address: string, at: Date): Promise<void> =>
  setStopped(userId, address, at);

/** Takes that back. */
export const resumeNotifications = (userId: number, address: string): Promise<void> =>
  setStopped(userId, address, null);

async function setStopped(userId: number, address: string, at: Date | null): Promise<void> {
  const norm = normalizeAddress(address);
  const found = rows(NotificationRecipient)
    .find({ user_id: userId })
    .project<Pick<NotificationRecipientDocument, '_id' | 'email_address'>>({ email_address: 1 });
  const same: number[] = [];
  for await (const { _id, email_address } of found) {
    if (normalizeAddress(email_address) === norm) same.push(_id);
  }
  await rows(NotificationRecipient).updateMany({ _id: { $in: same } }, { $set: { stopped_at: at } });
}
