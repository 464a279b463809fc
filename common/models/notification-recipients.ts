import type { Verification } from '../domain/verification.ts';
import { collection, model } from '../store/collection.ts';

/** A person who gets a mail when something happens in an account (docs/rules.md 12). */
export interface NotificationRecipientDocument {
  _id: number;
  user_id: number;
  email_address: string;
  /** The name of the address' owner. */
  email_owner: string;
  /** Since when nothing is sent to this address, by its own wish; absent or null when it may be. */
  stopped_at?: Date | null;
  /**
   * When the address said that it wants these mails; null: not yet, and it gets none. Absent in those that were there before
   * addresses were asked, who get theirs.
   */
  confirmed_at?: Date | null;
  /** The mail that asks, and its link; null where none is wanted. */
  confirmation?: Verification | null;
  created_at: Date;
  updated_at: Date;
}

/** A recipient who has confirmed (`confirmation` null), or who is to be asked by that mail. */
export const newNotificationRecipient = (
  given: Pick<NotificationRecipientDocument, '_id' | 'user_id' | 'email_address' | 'email_owner'>,
  confirmation: Verification | null,
  at: Date,
): NotificationRecipientDocument => ({
  ...given,
  stopped_at: null,
  confirmed_at: confirmation === null ? at : null,
  confirmation,
  created_at: at,
  updated_at: at,
});

const schema = collection<NotificationRecipientDocument>('notification_recipients');
schema.index({ user_id: 1, _id: 1 });
// The sweep: mails that are due. Those that are out are most of all and never asked for.
schema.index(
  { 'confirmation.due_at': 1 },
  { partialFilterExpression: { 'confirmation.due_at': { $type: 'date' } } },
);

export const NotificationRecipient = model<NotificationRecipientDocument>('NotificationRecipient', schema);
