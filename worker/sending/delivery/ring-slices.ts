import { cached } from '../../../common/cache/cached.ts';
import { now } from '../../../common/clock.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import type { Ring } from '../../../common/jobs/doorbell.ts';
import { Batch } from '../../../common/models/batches.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import { livingWorkers } from '../../../common/queries/living-workers.ts';

/** The number of parallel slices of all living workers. It is read once a second at most, as hundreds of sends may start at once. */
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
 * A ring has the number of a lane and is dropped while one of the same lane waits. So a mailing never fills the queue, and the next
 * mailing's first slice waits for at most one slice a lane of each mailing before it. `rungFor`: batches with a ring already.
 */
export async function ringSlices(
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
  rungFor = 0,
): Promise<void> {
  const lanes = await countLanes();
  const ready = await Batch.of(userId).countDocuments(
    { mailing, state: 'ready', free_at: { $lte: now() } },
    { limit: lanes + rungFor },
  );
  await Promise.all(
    Array.from({ length: Math.max(0, ready - rungFor) }, (_, lane) =>
      ring('deliver-slice', { mailing, userId, lane, turn: 0 }),
    ),
  );
}

/** The first batch goes to the head of the queue, so that a small send need not wait for a large one. `batches` null: unknown. */
export async function ringOpened(
  ring: Ring,
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
  batches: number | null = null,
): Promise<void> {
  if (batches === 0) return;
  await ring('deliver-first-slice', { mailing: mailing._id, userId: mailing.user_id });
  if (batches !== 1) await ringSlices(ring, mailing, 1);
}

export const ringEnd = (
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<void> => ring('finish-mailing', { mailing, userId });

export const ringSlice = (ring: Ring, payload: JobPayloads['deliver-slice']): Promise<void> =>
  // A running job keeps its key, so each lane has two keys and its next job takes the other one.
  ring('deliver-slice', { ...payload, turn: payload.turn === 0 ? 1 : 0 });

/** Whether a mailing has a free or leased batch. If not, rings for its end. */
export async function isBatchLeft(
  ring: Ring,
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<boolean> {
  const left = await Batch.of(mailing.user_id).findOne(
    { mailing: mailing._id, state: 'ready' },
    { projection: { _id: 1 } },
  );
  if (!left) await ringEnd(ring, mailing);
  return left !== null;
}
