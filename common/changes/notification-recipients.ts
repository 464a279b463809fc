import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../models/notification-recipients.ts';
import { isConfirmed, recipientsOf } from '../queries/notification-recipients.ts';
import { insertBounded } from './bounded-inserts.ts';

/** Each notice goes to all recipients. Accounts that had more before this limit keep theirs. */
const MOST = 50;

/** Returns false when the account has the most recipients allowed. */
export const addRecipient = (recipient: NotificationRecipientDocument): Promise<boolean> =>
  insertBounded({ rows: NotificationRecipient.of(recipient.user_id), most: MOST }, recipient);

/** Stops an account's notification mails to an address in all spellings and rows. */
export const stopNotifications = (userId: number, address: string, at: Date): Promise<void> =>
  setStopped(userId, address, at);

export const resumeNotifications = (userId: number, address: string): Promise<void> =>
  setStopped(userId, address, null);

async function setStopped(userId: number, address: string, at: Date | null): Promise<void> {
  const same = await recipientsOf(userId, address);
  await NotificationRecipient.of(userId).updateMany(
    { _id: { $in: same.map(({ _id }) => _id) } },
    { $set: { stopped_at: at } },
  );
}

/** The reader of the address confirmed it, or proved access in another way. */
export async function confirmAddress(userId: number, address: string, at: Date): Promise<void> {
  const open = (await recipientsOf(userId, address)).filter((row) => !isConfirmed(row));
  await NotificationRecipient.of(userId).updateMany(
    { _id: { $in: open.map(({ _id }) => _id) }, confirmed_at: null },
    { $set: { confirmed_at: at, updated_at: at, 'confirmation.due_at': null } },
  );
}

/** Uses up a valid link with this nonce and confirms its address. Returns true for one call only. */
export async function confirmByLink(
  { _id, user_id, email_address }: NotificationRecipientDocument,
  nonce: number,
  at: Date,
): Promise<boolean> {
  const { matchedCount } = await NotificationRecipient.of(user_id).updateOne(
    {
      _id,
      'confirmation.nonce': nonce,
      'confirmation.used_at': null,
      'confirmation.expires_at': { $gt: at },
    },
    { $set: { 'confirmation.used_at': at, 'confirmation.due_at': null, confirmed_at: at, updated_at: at } },
  );
  if (matchedCount === 0) return false;
  await confirmAddress(user_id, email_address, at);
  return true;
}
