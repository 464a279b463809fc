import { now } from '../../common/clock.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { Batch } from '../../common/models/batches.ts';
import type { MailingDocument } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo.ts';
import { livingWorkers } from '../presence.ts';

/** Slices that all living workers together work on at a time. */
async function countLanes(): Promise<number> {
  const living = await livingWorkers();
  return Math.max(
    1,
    living.reduce((sum, worker) => sum + worker.slices, 0),
  );
}

/**
 * Rings for as many slices of a mailing as the workers have room for, and no more than it has batches. Each ring is a
 * numbered lane: one that is waiting already swallows another, so that a mailing never fills the queue and the next
 * one's first slice waits for no more than one slice of each before it. Of its batches `rungFor` are rung for already.
 */
export async function ringSlices(ring: Ring, mailing: string, rungFor = 0): Promise<void> {
  const lanes = await countLanes();
  const ready = await rows(Batch).countDocuments(
    { mailing, state: 'ready', free_at: { $lte: now() } },
    { limit: lanes + rungFor },
  );
  await Promise.all(
    Array.from({ length: Math.max(0, ready - rungFor) }, (_, lane) =>
      ringLane(ring, { mailing, lane, turn: 0 }),
    ),
  );
}

/**
 * Rings for a mailing that was just opened: its first batch goes past all that is under way, once, so that a small send
 * waits for no turn of a large one. The others are rung for as ever.
 */
export async function ringOpened(
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<void> {
  await ring('deliver-first-slice', { mailing, userId }, mailing);
  await ringSlices(ring, mailing, 1);
}

/** Rings for a mailing's end, of which no batch is left. */
export const ringEnd = (
  ring: Ring,
  { _id: mailing, user_id: userId }: Pick<MailingDocument, '_id' | 'user_id'>,
): Promise<void> => ring('finish-mailing', { mailing, userId }, mailing);

/** Rings for the slice after this one, at the queue's tail. */
export const ringSlice = (ring: Ring, { mailing, lane, turn }: JobPayloads['deliver-slice']): Promise<void> =>
  // A job that is running keeps its key: the next in its lane takes the other of two.
  ringLane(ring, { mailing, lane, turn: turn === 0 ? 1 : 0 });

const ringLane = (ring: Ring, slice: JobPayloads['deliver-slice']): Promise<void> =>
  ring('deliver-slice', slice, `${slice.mailing}-${slice.lane}-${slice.turn}`);
