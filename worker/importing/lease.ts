import { now } from '../../common/clock.ts';
import { noDoubts, type SeenDoubts, sumOfDoubts } from '../../common/domain/address-doubts.ts';
import { type CountedStatuses, sumOfStatuses } from '../../common/domain/statuses/counted.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { type HeldDocument, keepRenewed, leaseEnd, takeLease } from '../../common/store/lease.ts';
import type { Counts } from './choose-writes.ts';

/** An import leased by this worker. {@link saveCheckpoint} keeps `found` equal to the stored document. */
export type HeldImport = HeldDocument<ImportDocument>;

export type Interruption = { release: 'stopping' | 'turn' } | { lost: true } | { failure: string };

export const TYPE_GONE = 'The contact type was deleted.';

/**
 * Leases an import. Returns null if it has ended, another worker has it, or another import into the same contact type runs (a
 * unique index allows one). `anyway` takes it from a living worker, whose next checkpoint is then refused.
 */
export async function leaseImport(userId: number, id: number, anyway = false): Promise<HeldImport | null> {
  const at = now();
  const taken = await takeLease(
    { model: Import.of(userId), token: 'lease_token', until: 'lease_until' },
    {
      _id: id,
      $or: [
        { state: 'waiting' },
        {
          state: 'running',
          ...(!anyway && { $or: [{ lease_until: null }, { lease_until: { $lte: at } }] }),
        },
      ],
    },
    {
      set: { state: 'running', leases: { $add: ['$leases', 1] }, updated_at: at },
      returnDocument: 'after',
    },
  ).catch((error: unknown) => {
    if (isDuplicateKey(error)) return null;
    throw error;
  });
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/**
 * Stores a checkpoint, with the counts since the last one. Returns false if the lease was lost; another worker continues from the
 * last checkpoint. The totals are set, not incremented, so that the driver may write them twice.
 */
export async function saveCheckpoint(
  held: HeldImport,
  checkpoint: ImportDocument['checkpoint'],
  counts: Counts,
  said: CountedStatuses | null = null,
  doubts: SeenDoubts | null = null,
): Promise<boolean> {
  return save(held, {
    checkpoint,
    leases: 0,
    ...progress(held.found, checkpoint.offset, counts, said, doubts),
  });
}

/** Stores the progress of a dry run up to byte `offset`. The checkpoint stays, because another worker would begin again. */
export const saveProgress = (
  held: HeldImport,
  offset: number,
  counts: Counts,
  said: CountedStatuses | null,
  doubts: SeenDoubts | null = null,
): Promise<boolean> => save(held, progress(held.found, offset, counts, said, doubts));

const progress = (
  found: ImportDocument,
  offset: number,
  counts: Counts,
  said: CountedStatuses | null,
  doubts: SeenDoubts | null,
) => ({
  rows_read:
    found.rows_read +
    counts.added +
    counts.updated +
    counts.unchanged +
    counts.refused +
    (said?.statuses.left_out ?? 0) +
    (doubts?.leftOut ?? 0),
  rows_added: found.rows_added + counts.added,
  rows_updated: found.rows_updated + counts.updated,
  rows_unchanged: found.rows_unchanged + counts.unchanged,
  rows_refused: found.rows_refused + counts.refused,
  ...(counts.partial > 0 && { rows_partial: (found.rows_partial ?? 0) + counts.partial }),
  ...(said && sumOfStatuses(found, said)),
  ...(doubts && { hygiene: sumOfDoubts(found.hygiene ?? noDoubts(), doubts) }),
  // Only a completed import shows 100.
  percent: Math.min(99, Math.floor((100 * offset) / Math.max(1, found.file_bytes))),
  lease_until: leaseEnd(),
  updated_at: now(),
});

async function save(held: HeldImport, change: Partial<ImportDocument>): Promise<boolean> {
  const ours = await held.lease.write({ $set: change });
  if (ours) Object.assign(held.found, change);
  return ours;
}

/** The files of a move wait until it is applied. */
export const keepsFile = ({ dry_run, move_id }: ImportDocument): boolean =>
  dry_run === true && move_id !== undefined;

/** Ends the import; `failure` says why its file was not read completely. Returns false if the lease was lost. */
export function finishImport({ found, lease }: HeldImport, failure: string | null): Promise<boolean> {
  const at = now();
  return lease.release({
    state: failure === null ? 'completed' : 'failed',
    failure,
    ...(!keepsFile(found) && { file_id: null }),
    lease_until: null,
    finished_at: at,
    updated_at: at,
    ...(failure === null && { percent: 100 }),
  });
}

export async function releaseImport(
  { lease }: HeldImport,
  change: Partial<ImportDocument> = {},
): Promise<void> {
  await lease.release({ state: 'waiting', lease_until: null, ...change });
}
