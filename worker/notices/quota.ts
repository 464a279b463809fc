import { NoticeQuota, type NoticeQuotaDocument } from '../../common/models/notice-quotas.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';

/** Notification mails that an address gets a day (UTC) at most, from all accounts together (docs/rules.md 12.3). */
export const DAILY = 100;
/** Of these, mails about frequent events: many unsubscribes must not suppress the notice that a send ended. */
const DAILY_MASSES = 80;

const KEPT_MS = 48 * 3600_000;

export interface NoticePlace {
  readonly key: string;
  readonly last: boolean;
}

export async function takePlace(addressNorm: string, at: Date, isMass: boolean): Promise<NoticePlace | null> {
  const key = `${at.toISOString().slice(0, 10)} ${addressNorm}`;
  const free = { _id: key, sent: { $lt: isMass ? DAILY_MASSES : DAILY } };
  const one = { $inc: { sent: 1 }, $setOnInsert: { expires_at: new Date(at.getTime() + KEPT_MS) } };
  try {
    return placeOf(await NoticeQuota.findOneAndUpdate(free, one, { upsert: true, returnDocument: 'after' }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Either no place is left, or another worker has just inserted the row.
  return placeOf(await NoticeQuota.findOneAndUpdate(free, one, { returnDocument: 'after' }));
}

const placeOf = (quota: NoticeQuotaDocument | null): NoticePlace | null =>
  quota && { key: quota._id, last: quota.sent === DAILY };

export async function returnPlace({ key }: NoticePlace): Promise<void> {
  await NoticeQuota.updateOne({ _id: key, sent: { $gt: 0 } }, { $inc: { sent: -1 } });
}
