import { model, Schema } from 'mongoose';

/** How many places for mails an account has taken of a day (UTC). */
export interface MailCountDocument {
  /** `2025-11-21 12`: the day and the account. */
  _id: string;
  taken: number;
  expires_at: Date;
}

const schema = new Schema<MailCountDocument>(
  {
    _id: String,
    taken: { type: Number, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'mail_counts', versionKey: false, strict: 'throw' },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const MailCount = model<MailCountDocument>('MailCount', schema);
