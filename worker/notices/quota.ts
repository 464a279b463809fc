import { NoticeQuota, type NoticeQuotaDocument } from '../../common/models/notice-quotas.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';

/** Notification mails a day (UTC) and address, of all accounts together (rulings 12). */
export const DAILY = 100;
/** How many of these may be about what comes in masses: a run of unsubscribes does not hide the end of a send. */
const DAILY_MASSES = 80;

const KEPT_MS = 48 * 3600_000;

/** A mail that an address may get today. */
export interface Place {
  readonly key: string;
  /** The last one. */
  readonly last: boolean;
}

/** Takes a place; null when there is none left today. */
export async function takePlace(addressNorm: string, at: Date, isMass: boolean): Promise<Place | null> {
  const key = `${at.toISOString().slice(0, 10)} ${addressNorm}`;
  const free = { _id: key, sent: { $lt: isMass ? DAILY_MASSES : DAILY } };
  const one = { $inc: { sent: 1 }, $setOnInsert: { expires_at: new Date(at.getTime() + KEPT_MS) } };
  try {
    return placeOf(
      await rows(NoticeQuota).findOneAndUpdate(free, one, { upsert: true, returnDocument: 'after' }),
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Full, or made by another at this very moment.
  return placeOf(await rows(NoticeQuota).findOneAndUpdate(free, one, { returnDocument: 'after' }));
}

const placeOf = (quota: NoticeQuotaDocument | null): Place | null =>
  quota && { key: quota._id, last: quota.sent === DAILY };

/** Gives it back: the mail did not go out. */
export async function returnPlace({ key }: Place): Promise<void> {
  await rows(NoticeQuota).updateOne({ _id: key, sent: { $gt: 0 } }, { $inc: { sent: -1 } });
}
