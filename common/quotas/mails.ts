import { LATE_QUESTION_MS } from '../batching/late.ts';
import { together } from '../batching/together.ts';
import { now } from '../clock.ts';
import { MailCount } from '../models/mail-counts.ts';
import { isDuplicateKey } from '../store/connection.ts';
import { outsideTransaction } from '../store/transactions.ts';

/** Rows are kept longer than their day, so that they can be read around midnight. */
const KEPT_MS = 48 * 3600_000;

/** A UTC day: in the account's own time zone, a change of the zone would start a new day. */
const keyOf = (userId: number, at: Date): string => `${at.toISOString().slice(0, 10)} ${userId}`;

export interface MailPlaces {
  readonly key: string;
  readonly count: number;
}

/**
 * Reserves up to `wanted` mails of today in one write, before they are handed over, so that two slices never get the same last
 * place. Unused places are returned. A killed worker's places stay reserved until midnight, and no mail is left uncounted. With
 * `limit` 0, all are granted.
 */
export async function takeMailPlaces(userId: number, wanted: number, limit: number): Promise<MailPlaces> {
  const at = now();
  const key = keyOf(userId, at);
  if (wanted === 0) return { key, count: 0 };
  const taken = { $ifNull: ['$taken', 0] };
  const sum = { $add: [taken, wanted] };
  // A limit lowered below the reserved number takes nothing back.
  const next = limit === 0 ? sum : { $max: [taken, { $min: [sum, limit] }] };
  const change = [{ $set: { taken: next, expires_at: new Date(at.getTime() + KEPT_MS) } }];
  const take = () =>
    MailCount.findOneAndUpdate({ _id: key }, change, { upsert: true, returnDocument: 'before' });
  const before = await take().catch((error: unknown) => {
    // Another worker has just inserted the row of the day.
    if (isDuplicateKey(error)) return take();
    throw error;
  });
  const room = limit === 0 ? wanted : Math.max(0, limit - (before?.taken ?? 0));
  return { key, count: Math.min(wanted, room) };
}

export async function returnMailPlaces({ key }: MailPlaces, unused: number): Promise<void> {
  if (unused > 0) await MailCount.updateOne({ _id: key }, { $inc: { taken: -unused } });
}

export const mailsToday = async (userId: number): Promise<number> =>
  (await MailCount.findOne({ _id: keyOf(userId, now()) }))?.taken ?? 0;

/** Reserved today, by account; accounts without a place are absent. */
export async function mailsOfAccountsToday(userIds: readonly number[]): Promise<Map<number, number>> {
  const at = now();
  const ids = new Map(userIds.map((id) => [keyOf(id, at), id]));
  // Concurrent callers share one query, whatever transactions they are in.
  const found = await outsideTransaction(() => MailCount.find({ _id: { $in: [...ids.keys()] } }).toArray());
  return new Map(found.map(({ _id, taken }) => [ids.get(_id)!, taken ?? 0]));
}

export const hasMailPlace = async (userId: number, limit: number): Promise<boolean> =>
  limit === 0 || ((await countToday(userId)) ?? 0) < limit;

const countToday = together(mailsOfAccountsToday, LATE_QUESTION_MS);
