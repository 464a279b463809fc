import { normalizeAddress } from '../domain/addresses.ts';
import { Account } from '../models/accounts.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../models/notification-recipients.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';

/** A notification recipient; null once it was deleted. */
export const findNotificationRecipient = (id: number): Promise<NotificationRecipientDocument | null> =>
  NotificationRecipient.findOne({ _id: id });

type NotifiedAddress = Pick<NotificationRecipientDocument, '_id' | 'email_address' | 'confirmed_at'>;

/** An account's recipients of one address, in whatever spelling. */
export async function recipientsOf(userId: number, address: string): Promise<NotifiedAddress[]> {
  const norm = normalizeAddress(address);
  const found = NotificationRecipient.find({ user_id: userId }).project<NotifiedAddress>({
    email_address: 1,
    confirmed_at: 1,
  });
  const same: NotifiedAddress[] = [];
  for await (const row of found) if (normalizeAddress(row.email_address) === norm) same.push(row);
  return same;
}

/** Absent: it was there before addresses were asked. */
export const isConfirmed = ({ confirmed_at }: Pick<NotificationRecipientDocument, 'confirmed_at'>): boolean =>
  confirmed_at !== null;

/** Whether an address needs no asking: the account's own, a verified sender's of it, or one that confirmed before. */
export async function isKnownAddress(userId: number, address: string): Promise<boolean> {
  const norm = normalizeAddress(address);
  const account = await Account.findOne({ _id: userId }, { projection: { email: 1 } });
  if (account && normalizeAddress(account.email) === norm) return true;
  if ((await recipientsOf(userId, address)).some(isConfirmed)) return true;
  const senders = Sender.find({ user_id: userId, deleted_at: null, is_verified: 1 }).project<
    Pick<SenderDocument, 'from_email'>
  >({ from_email: 1 });
  for await (const { from_email } of senders) if (normalizeAddress(from_email) === norm) return true;
  return false;
}

/** A mail that was asked for has this long to go out by its own doorbell. */
const GRACE_MS = 30_000;
const SWEEP_LIMIT = 100;

/** Recipients whose mail that asks them is overdue, as a filter: its doorbell was lost or it is to be tried again. */
export const overdueConfirmation = (at: Date) =>
  ({ 'confirmation.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

/** For the sweep: these recipients, the longest due first. */
export async function dueConfirmations(at: Date): Promise<number[]> {
  const due = await NotificationRecipient.find(overdueConfirmation(at), { projection: { _id: 1 } })
    .sort({ 'confirmation.due_at': 1 })
    .limit(SWEEP_LIMIT)
    .toArray();
  return due.map(({ _id }) => _id);
}
