import { now } from '../clock.ts';
import { MailCount } from '../models/mail-counts.ts';
import { isDuplicateKey, rows } from '../mongo.ts';

/** Kept a little longer than its day, for who looks at it around midnight. */
const KEPT_MS = 48 * 3600_000;

/** A day of UTC: one in the account's own zone would begin again with each change of that zone. */
const keyOf = (userId: number, at: Date): string => `${at.toISOString().slice(0, 10)} ${userId}`;

/** Mails that a slice may hand over on this day. */
export interface MailPlaces {
  readonly key: string;
  readonly count: number;
}

/**
 * Takes up to `wanted` places for mails of today before they are handed over, in one write; what is not used is given
 * back. So no two slices pass the last place, and a worker that is killed leaves a slice's places taken until midnight
 * rather than uncounted. `limit` 0 gives all.
 */
export async function takeMailPlaces(userId: number, wanted: number, limit: number): Promise<MailPlaces> {
  const at = now();
  const key = keyOf(userId, at);
  if (wanted === 0) return { key, count: 0 };
  const taken = { $ifNull: ['$taken', 0] };
  const sum = { $add: [taken, wanted] };
  // A limit that was lowered takes nothing back of what is taken.
  const next = limit === 0 ? sum : { $max: [taken, { $min: [sum, limit] }] };
  const change = [{ $set: { taken: next, expires_at: new Date(at.getTime() + KEPT_MS) } }];
  const take = () =>
    rows(MailCount).findOneAndUpdate({ _id: key }, change, { upsert: true, returnDocument: 'before' });
  const before = await take().catch((error: unknown) => {
    // Another one made the day's row in this moment.
    if (isDuplicateKey(error)) return take();
    throw error;
  });
  const room = limit === 0 ? wanted : Math.max(0, limit - (before?.taken ?? 0));
  return { key, count: Math.min(wanted, room) };
}

/** Gives back what was not used of the places. */
export async function returnMailPlaces({ key }: MailPlaces, unused: number): Promise<void> {
  if (unused > 0) await rows(MailCount).updateOne({ _id: key }, { $inc: { taken: -unused } });
}

/** Places that were taken today. */
export const mailsToday = async (userId: number): Promise<number> =>
  (await rows(MailCount).findOne({ _id: keyOf(userId, now()) }))?.taken ?? 0;

/** Whether an account may hand over another mail today. */
export const hasMailPlace = async (userId: number, limit: number): Promise<boolean> =>
  limit === 0 || (await mailsToday(userId)) < limit;
