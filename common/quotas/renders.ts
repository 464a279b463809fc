import { now } from '../clock.ts';
import { RenderCount } from '../models/render-counts.ts';
import { isDuplicateKey } from '../store/connection.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 10 * MINUTE_MS;

const keyOf = (userId: number, at: Date): string => `${at.toISOString().slice(0, 16)} ${userId}`;

/** Counts a design before it is rendered. False, and not counted: the quota of this minute is used up. `limit` 0: no limit. */
export async function takeRender(userId: number, limit: number): Promise<boolean> {
  const at = now();
  const counted = { $ifNull: ['$renders', 0] };
  const next = { $add: [counted, 1] };
  const change = [
    {
      $set: {
        renders: limit === 0 ? next : { $max: [counted, { $min: [next, limit] }] },
        expires_at: new Date(at.getTime() + KEPT_MS),
      },
    },
  ];
  const take = () =>
    RenderCount.findOneAndUpdate({ _id: keyOf(userId, at) }, change, {
      upsert: true,
      returnDocument: 'before',
    });
  const before = await take().catch((error: unknown) => {
    // Another process has just inserted the row of the minute.
    if (isDuplicateKey(error)) return take();
    throw error;
  });
  return limit === 0 || (before?.renders ?? 0) < limit;
}

export const rendersNow = async (userId: number): Promise<number> =>
  (await RenderCount.findOne({ _id: keyOf(userId, now()) }))?.renders ?? 0;

export const secondsToNextMinute = (): number =>
  Math.max(1, Math.ceil((MINUTE_MS - (now().getTime() % MINUTE_MS)) / 1000));
