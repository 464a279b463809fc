import type { Verification } from '../domain/verification.ts';
import { collection, model } from '../store/collection.ts';

/** A person who gets mails about events of an account (docs/rules.md 12). */
export interface NotificationRecipientDocument {
  _id: number;
  user_id: number;
  email_address: string;
  email_owner: string;
  /** When the recipient stopped these mails; absent or null: active. */
  stopped_at?: Date | null;
  /** When the recipient confirmed the address; null: not yet, and it gets no mail. Absent in old rows, which count as confirmed. */
  confirmed_at?: Date | null;
  /** The confirmation mail and its link; null: not needed. */
  confirmation?: Verification | null;
  created_at: Date;
  updated_at: Date;
}

/** A confirmed recipient (`confirmation` null), or one who gets that confirmation mail. */
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
// The sweep. Most mails are sent and not indexed.
schema.index(
  { 'confirmation.due_at': 1 },
  { partialFilterExpression: { 'confirmation.due_at': { $type: 'date' } } },
);

export const NotificationRecipient = model<NotificationRecipientDocument>('NotificationRecipient', schema);
