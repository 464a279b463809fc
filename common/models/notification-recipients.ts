import { model, Schema } from 'mongoose';

/** Somebody who gets a mail when something happens in an account (rulings 12). */
export interface NotificationRecipientDocument {
  _id: number;
  user_id: number;
  email_address: string;
  /** The name of the address' owner. */
  email_owner: string;
  /** Since when nothing is sent to this address, by its own wish; absent or null when it may be. */
  stopped_at?: Date | null;
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
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'notification_recipients', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });

export const NotificationRecipient = model<NotificationRecipientDocument>('NotificationRecipient', schema);
