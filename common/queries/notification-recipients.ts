import { normalizeAddress } from '../domain/addresses.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Account } from '../models/accounts.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../models/notification-recipients.ts';
import { Sender, type SenderDocument } from '../models/senders.ts';
import { createDueFinder } from './due-finder.ts';
import { rowsOfToken, type TokenSubject } from './token-rows.ts';

/** Null: deleted. */
export const findNotificationRecipient = ({
  account,
  id,
}: TokenSubject): Promise<NotificationRecipientDocument | null> =>
  rowsOfToken(NotificationRecipient, account).findOne({ _id: id });

type NotifiedAddress = Pick<NotificationRecipientDocument, '_id' | 'email_address' | 'confirmed_at'>;

/** An account's recipients of one address, in any spelling. */
export async function recipientsOf(userId: number, address: string): Promise<NotifiedAddress[]> {
  const norm = normalizeAddress(address);
  const found = NotificationRecipient.of(userId)
    .find()
    .project<NotifiedAddress>({ email_address: 1, confirmed_at: 1 });
  const same: NotifiedAddress[] = [];
  for await (const row of found) if (normalizeAddress(row.email_address) === norm) same.push(row);
  return same;
}

/** Absent in old rows, which count as confirmed. */
export const isConfirmed = ({ confirmed_at }: Pick<NotificationRecipientDocument, 'confirmed_at'>): boolean =>
  confirmed_at !== null;

/** Whether an address needs no confirmation: the account's own, a verified sender's, or one confirmed before. */
export async function isKnownAddress(userId: number, address: string): Promise<boolean> {
  const norm = normalizeAddress(address);
  const account = await Account.findOne({ _id: userId }, { projection: { email: 1 } });
  if (account && normalizeAddress(account.email) === norm) return true;
  if ((await recipientsOf(userId, address)).some(isConfirmed)) return true;
  const senders = Sender.of(userId)
    .find({ deleted_at: null, is_verified: 1 })
    .project<Pick<SenderDocument, 'from_email'>>({ from_email: 1 });
  for await (const { from_email } of senders) if (normalizeAddress(from_email) === norm) return true;
  return false;
}

/** The first seconds belong to the mail's own doorbell. */
const GRACE_MS = 30_000;
const AT_ONCE = 100;

/** Overdue confirmation mails, as a filter: the doorbell was lost, or a retry is due. */
export const overdueConfirmation = (at: Date) =>
  ({ 'confirmation.due_at': { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

const findDue = createDueFinder(NotificationRecipient, {
  fields: { user_id: 1 },
  sort: { 'confirmation.due_at': 1 },
});

/** The longest due of each account first. */
export async function dueConfirmations(at: Date): Promise<JobPayloads['mail-confirmation'][]> {
  const due = await findDue(overdueConfirmation(at), AT_ONCE);
  return due.map(({ _id, user_id }) => ({ recipientId: _id, userId: user_id }));
}
