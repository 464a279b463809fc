import { collection, model } from '../store/collection.ts';

/** `gone`: replies that said that the mailbox is gone or inactive. */
export interface GoneShare {
  replies: number;
  gone: number;
  /** Refusals for good for a reason that no rule knows. */
  unknown?: number;
}

/** Replies of mail servers to all mails of an account in an hour. */
interface ReplyCountDocument extends GoneShare {
  /** `2025-11-21T12 7`: the hour (UTC) and the account. */
  _id: string;
  /** Domains with many replies; a comma replaces each dot in their names. */
  domains?: Record<string, GoneShare>;
  expires_at: Date;
}

const schema = collection<ReplyCountDocument>('reply_counts');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const ReplyCount = model<ReplyCountDocument>('ReplyCount', schema);
