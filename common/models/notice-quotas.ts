import { collection, model } from '../store/collection.ts';

/** How many notification mails an address got on a day (UTC), of whatever account. */
export interface NoticeQuotaDocument {
  /** `2025-11-21 ada@example.com`: the day and the address as it compares. */
  _id: string;
  sent: number;
  expires_at: Date;
}

const schema = collection<NoticeQuotaDocument>('notice_quotas');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const NoticeQuota = model<NoticeQuotaDocument>('NoticeQuota', schema);
