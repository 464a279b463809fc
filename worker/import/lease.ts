import { now } from '../../common/clock.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { keepLease, LEASE_MS, type Lease, newToken } from '../delivery/lease.ts';
import type { Counts } from './counts.ts';

/** An import in this worker's hands. `found` is as it was leased; {@link saveCheckpoint} keeps it up to date. */
export interface HeldImport {
  readonly found: ImportDocument;
  readonly lease: Lease;
}

const leaseEnd = (): Date => new Date(now().getTime() + LEASE_MS);

/**
 * Leases an import that waits, or whose worker is gone, by compare-and-set. Null: it is done, in other hands, or
 * another one into the same contact type is running (the unique index says so). `anyway`: out of any hands, whose next
 * checkpoint is refused.
 */
export async function leaseImport(id: number, anyway = false): Promise<HeldImport | null> {
  const token = newToken();
  const asked = performance.now();
  const at = now();
  const found = await rows(Import)
    .findOneAndUpdate(
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
        $set: { state: 'running', lease_token: token, lease_until: leaseEnd(), updated_at: at },
        $inc: { leases: 1 },
      },
      { returnDocument: 'after' },
    )
    .catch((error: unknown) => {
      if (isDuplicateKey(error)) return null;
      throw error;
    });
  if (!found) return null;
  const lease = keepLease(token, () => update({ found, token }, { lease_until: leaseEnd() }), asked);
  return { found, lease };
}

const update = async (
  { found, token }: { found: ImportDocument; token: string },
  change: Partial<ImportDocument>,
): Promise<boolean> => {
  const { matchedCount } = await rows(Import).updateOne(
    { _id: found._id, lease_token: token },
    { $set: change },
  );
  return matchedCount === 1;
};

const write = ({ found, lease }: HeldImport, change: Partial<ImportDocument>) =>
  update({ found, token: lease.token }, change);

/**
 * Says that everything before `checkpoint` is done, with the counts of what was done since the last one, in one write.
 * False: the lease was lost, and somebody else goes on from the last checkpoint. Totals are set, not incremented, so
 * that it does not matter if the driver writes them twice.
 */
export async function saveCheckpoint(
  held: HeldImport,
  checkpoint: ImportDocument['checkpoint'],
  counts: Counts,
): Promise<boolean> {
  const { found } = held;
  const change = {
    checkpoint,
    rows_read: found.rows_read + counts.added + counts.updated + counts.unchanged + counts.refused,
    rows_added: found.rows_added + counts.added,
    rows_updated: found.rows_updated + counts.updated,
    rows_unchanged: found.rows_unchanged + counts.unchanged,
    rows_refused: found.rows_refused + counts.refused,
    // 100 is for what is completed.
    percent: Math.min(99, Math.floor((100 * checkpoint.offset) / Math.max(1, found.file_bytes))),
    lease_until: leaseEnd(),
    leases: 0,
    updated_at: now(),
  };
  const ours = await write(held, change);
  if (ours) Object.assign(found, change);
  return ours;
}

/** The end: `failure` says why it is not the file's. False: the lease was lost. */
export async function finishImport(held: HeldImport, failure: string | null): Promise<boolean> {
  held.lease.end();
  const at = now();
  return write(held, {
    state: failure === null ? 'completed' : 'failed',
    failure,
    file_id: null,
    lease_token: null,
    lease_until: null,
    finished_at: at,
    updated_at: at,
    ...(failure === null && { percent: 100 }),
  });
}

/** Puts it back at its last checkpoint for the next worker. */
export async function releaseImport(held: HeldImport, change: Partial<ImportDocument> = {}): Promise<void> {
  held.lease.end();
  await write(held, { state: 'waiting', lease_token: null, lease_until: null, ...change });
}
