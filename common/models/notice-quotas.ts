import { collection, model } from '../store/collection.ts';

/** Notification mails to an address on a day (UTC), over all accounts. */
export interface NoticeQuotaDocument {
  /** `2025-11-21 ada@example.com`: the day and the normalized address. */
  _id: string;
  sent: number;
  expires_at: Date;
}

const schema = collection<NoticeQuotaDocument>('notice_quotas');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const NoticeQuota = model<NoticeQuotaDocument>('NoticeQuota', schema);
