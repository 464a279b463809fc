import { model, Schema } from 'mongoose';
import type { Verification } from './senders.ts';

/** Somebody who gets a mail when something happens in an account (rulings 12). */
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

const schema = new Schema<NotificationRecipientDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    email_address: { type: String, required: true },
    email_owner: { type: String, required: true },
    stopped_at: { type: Date, default: null },
    confirmed_at: { type: Date, default: null },
    confirmation: { type: Schema.Types.Mixed, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'notification_recipients', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
// The sweep: mails that are due. Those that are out are most of all and never asked for.
schema.index(
  { 'confirmation.due_at': 1 },
  { partialFilterExpression: { 'confirmation.due_at': { $type: 'date' } } },
);

export const NotificationRecipient = model<NotificationRecipientDocument>('NotificationRecipient', schema);
