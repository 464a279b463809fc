import { normalizeAddress } from '../domain/addresses.ts';
import { Account } from '../models/accounts.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../models/notification-recipients.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
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
  const same = await rowsOf(userId, address);
  await rows(NotificationRecipient).updateMany(
    { _id: { $in: same.map(({ _id }) => _id) } },
    { $set: { stopped_at: at } },
  );
}

type Row = Pick<NotificationRecipientDocument, '_id' | 'email_address' | 'confirmed_at'>;

/** An account's recipients of one address, in whatever spelling. */
async function rowsOf(userId: number, address: string): Promise<Row[]> {
  const norm = normalizeAddress(address);
  const found = rows(NotificationRecipient)
    .find({ user_id: userId })
    .project<Row>({ email_address: 1, confirmed_at: 1 });
  const same: Row[] = [];
  for await (const row of found) if (normalizeAddress(row.email_address) === norm) same.push(row);
  return same;
}

/** Absent: it was there before addresses were asked. */
export const isConfirmed = ({ confirmed_at }: Pick<NotificationRecipientDocument, 'confirmed_at'>): boolean =>
  confirmed_at !== null;

/** Whether an address needs no asking: the account's own, a verified sender's of it, or one that confirmed before. */
export async function isKnownAddress(userId: number, address: string): Promise<boolean> {
  const norm = normalizeAddress(address);
  const account = await rows(Account).findOne({ _id: userId }, { projection: { email: 1 } });
  if (account && normalizeAddress(account.email) === norm) return true;
  if ((await rowsOf(userId, address)).some(isConfirmed)) return true;
  const senders = rows(Sender)
    .find({ user_id: userId, deleted_at: null, is_verified: 1 })
    .project<Pick<SenderDocument, 'from_email'>>({ from_email: 1 });
  for await (const { from_email } of senders) if (normalizeAddress(from_email) === norm) return true;
  return false;
}

/** An account's mails go to this address from now on: it said so, or was proved to be its reader's in another way. */
export async function confirmAddress(userId: number, address: string, at: Date): Promise<void> {
  const open = (await rowsOf(userId, address)).filter((row) => !isConfirmed(row));
  await rows(NotificationRecipient).updateMany(
    { _id: { $in: open.map(({ _id }) => _id) }, confirmed_at: null },
    { $set: { confirmed_at: at, updated_at: at, 'confirmation.due_at': null } },
  );
}

/** Uses the link with this nonce up, if it is still good, and confirms its address. Answers whether it was: once, whoever asks. */
export async function confirmByLink(
  { _id, user_id, email_address }: NotificationRecipientDocument,
  nonce: number,
  at: Date,
): Promise<boolean> {
  const { matchedCount } = await rows(NotificationRecipient).updateOne(
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

/** A mail that was asked for has this long to go out by its own doorbell. */
const GRACE_MS = 30_000;
const SWEEP_LIMIT = 100;

/** For the sweep: recipients whose mail that asks them is overdue, as its doorbell was lost or it is to be tried again. */
export async function dueConfirmations(at: Date): Promise<number[]> {
  const due = await rows(NotificationRecipient)
    .find(
      { 'confirmation.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } },
      { projection: { _id: 1 } },
    )
    .limit(SWEEP_LIMIT)
    .toArray();
  return due.map(({ _id }) => _id);
}
