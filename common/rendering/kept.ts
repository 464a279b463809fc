import { randomUUID } from 'node:crypto';
import { now } from '../clock.ts';
import { Rendering, type RenderingDocument } from '../models/renderings.ts';
import { isDuplicateKey } from '../store/connection.ts';

const DAY_MS = 24 * 3600_000;
/** Days that an unused result is kept. */
const KEPT_DAYS = 30;
/** The time of the last use is written at most this often. */
const TOUCH_MS = DAY_MS;

/** The stored result, or the end of another process' claim; null: neither exists. */
export async function findKept(key: string): Promise<{ made: object } | { until: Date } | null> {
  const found = await Rendering.findOne(
    { _id: key },
    { projection: { state: 1, until: 1, made: 1, used_at: 1, expires_at: 1 } },
  );
  const at = now();
  if (!found || found.expires_at <= at) return null;
  if (found.state === 'working') return { until: found.until };
  if (at.getTime() - found.used_at.getTime() > TOUCH_MS) {
    await Rendering.updateOne({ _id: key }, { $set: { used_at: at, expires_at: later(KEPT_DAYS * DAY_MS) } });
  }
  return { made: found.made! };
}

/** Claims an input for this process. Null: another process has claimed it, or the result exists. */
export async function claimRendering(
  key: string,
  ms: number,
): Promise<{ token: string; tries: number } | null> {
  const at = now();
  const token = randomUUID();
  const mine = { state: 'working', token, until: later(ms) } as const;
  const fresh: RenderingDocument = {
    _id: key,
    ...mine,
    tries: 1,
    made: null,
    bytes: 0,
    used_at: at,
    expires_at: later(DAY_MS),
  };
  try {
    await Rendering.insertOne(fresh);
    return { token, tries: 1 };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const taken = await Rendering.findOneAndUpdate(
    { _id: key, state: 'working', until: { $lte: at }, expires_at: { $gt: at } },
    { $set: mine, $inc: { tries: 1 } },
    { returnDocument: 'after' },
  );
  if (taken) return { token, tries: taken.tries };
  const renewed = await Rendering.updateOne({ _id: key, expires_at: { $lte: at } }, { $set: fresh });
  return renewed.modifiedCount === 1 ? { token, tries: 1 } : null;
}

/** Stores a result, which is deleted after so many days without use. */
export async function keep(key: string, token: string, made: object, days = KEPT_DAYS): Promise<void> {
  await Rendering.updateOne(
    { _id: key, token },
    {
      $set: {
        state: 'done',
        made,
        bytes: JSON.stringify(made).length,
        used_at: now(),
        expires_at: later(days * DAY_MS),
      },
    },
  );
}

/** Releases a claim without a result, for a reason that is not the input's. The next process may try at once. */
export async function giveUp(key: string, token: string, counts: boolean): Promise<void> {
  await Rendering.updateOne(
    { _id: key, token },
    { $set: { until: new Date(0) }, ...(!counts && { $inc: { tries: -1 } }) },
  );
}

const later = (ms: number): Date => new Date(now().getTime() + ms);

const ROUND = 1000;

/** Deletes the least recently used results, until the others take at most `most` bytes. */
export async function trimKept(most: number): Promise<void> {
  const [sum] = await Rendering.aggregate<{ bytes: number }>([
    { $sort: { used_at: 1 } },
    { $project: { _id: 0, used_at: 1, bytes: 1 } },
    { $group: { _id: null, bytes: { $sum: '$bytes' } } },
  ]).toArray();
  let over = (sum?.bytes ?? 0) - most;
  while (over > 0) {
    const oldest = await Rendering.find({})
      .project<{ _id: string; bytes: number }>({ bytes: 1 })
      .sort({ used_at: 1 })
      .limit(ROUND)
      .toArray();
    const going: string[] = [];
    for (const { _id, bytes } of oldest) {
      if (over <= 0) break;
      going.push(_id);
      over -= bytes;
    }
    if (going.length === 0) return;
    await Rendering.deleteMany({ _id: { $in: going } });
  }
}
