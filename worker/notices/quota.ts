import { NoticeQuota } from '../../common/models/notice-quotas.ts';
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
  try {
    const quota = await rows(NoticeQuota).findOneAndUpdate(
      { _id: key, sent: { $lt: isMass ? DAILY_MASSES : DAILY } },
      { $inc: { sent: 1 }, $setOnInsert: { expires_at: new Date(at.getTime() + KEPT_MS) } },
      { upsert: true, returnDocument: 'after' },
    );
    return { key, last: quota?.sent === DAILY };
  } catch (error) {
    // It is there, so it is full, or another made it at this very moment: then the sweep comes back soon enough.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Gives it back: the mail did not go out. */
export async function returnPlace({ key }: Place): Promise<void> {
  await rows(NoticeQuota).updateOne({ _id: key, sent: { $gt: 0 } }, { $inc: { sent: -1 } });
}
