import { cached } from '../../../common/cache/cached.ts';
import { now } from '../../../common/clock.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import type { Ring } from '../../../common/jobs/doorbell.ts';
import { Batch } from '../../../common/models/batches.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import { livingWorkers } from '../../../common/queries/living-workers.ts';

/** Slices that all living workers together work on at a time. Asked once a second at most: hundreds of sends may start at once. */
const countLanes = cached(
  async () => {
    const living = await livingWorkers();
    return Math.max(
      1,
      living.reduce((sum, worker) => sum + worker.slices, 0),
    );
  },
  { ms: 1000 },
);

/**
 * Rings for as many slices of a mailing as the workers have room for, and no more than it has batches. Each ring has the
 * number of a lane, and a ring is dropped while one of the same lane waits. So a mailing never fills the queue, and the
 * first slice of the next mailing waits for at most one slice per lane of each mailing before it. `rungFor`: how many of
 * its batches are rung for already.
 */
export async function ringSlices(ring: Ring, mailing: string, rungFor = 0): Promise<void> {
  const lanes = await countLanes();
  const ready = await Batch.countDocuments(
    { mailing, state: 'ready', free_at: { $lte: now() } },
    { limit: lanes + rungFor },
  );
  await Promise.all(
    Array.from({ length: Math.max(0, ready - rungFor) }, (_, lane) =>
      ring('deliver-slice', { mailing, lane, turn: 0 }),
    ),
  );
}

/**
 * Rings for a mailing that was just opened. Its first batch goes to the head of the queue, once, so that a small send does
 * not wait for a large one. The other batches are rung for in the usual way. `batches`: how many it has; null: not known.
 */
export async function ringOpened(
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
  batches: number | null = null,
): Promise<void> {
  if (batches === 0) return;
  await ring('deliver-first-slice', { mailing, userId });
  if (batches !== 1) await ringSlices(ring, mailing, 1);
}

/** Rings for the end of a mailing that has no batch left. */
export const ringEnd = (
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<void> => ring('finish-mailing', { mailing, userId });

/** Rings for the slice after this one, at the queue's tail. */
export const ringSlice = (ring: Ring, { mailing, lane, turn }: JobPayloads['deliver-slice']): Promise<void> =>
  // A running job keeps its key, so each lane has two keys and its next job takes the other one.
  ring('deliver-slice', { mailing, lane, turn: turn === 0 ? 1 : 0 });

/** Answers whether a mailing has a batch that is free or leased. If it has none, the end of the mailing is rung for. */
export async function isBatchLeft(
  ring: Ring,
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<boolean> {
  const left = await Batch.findOne({ mailing: mailing._id, state: 'ready' }, { projection: { _id: 1 } });
  if (!left) await ringEnd(ring, mailing);
  return left !== null;
}
