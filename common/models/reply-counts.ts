import { collection, model } from '../store/collection.ts';

/** Replies about mails, and how many of them said that the mailbox is gone or inactive. */
export interface GoneShare {
  replies: number;
  gone: number;
}

/** What mail servers replied to an account within an hour: all kinds of mail together. */
export interface ReplyCountDocument extends GoneShare {
  /** `2025-11-21T12 7`: the hour (UTC) and the account. */
  _id: string;
  /** Of domains with many replies; in their names a comma stands for each dot. */
  domains?: Record<string, GoneShare>;
  expires_at: Date;
}

const schema = collection<ReplyCountDocument>('reply_counts');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const ReplyCount = model<ReplyCountDocument>('ReplyCount', schema);
