import { collection, model } from '../store/collection.ts';

/** Mails that an account has reserved on a day (UTC). */
interface MailCountDocument {
  /** `2025-11-21 12`: the day and the account. */
  _id: string;
  taken: number;
  expires_at: Date;
}

const schema = collection<MailCountDocument>('mail_counts');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const MailCount = model<MailCountDocument>('MailCount', schema);
