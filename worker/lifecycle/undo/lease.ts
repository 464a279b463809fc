import { now } from '../../../common/clock.ts';
import { Import, type ImportDocument, type UndoCounts } from '../../../common/models/imports.ts';
import { addressesSuppressedBy } from '../../../common/queries/suppressions.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';
import { type HeldDocument, keepRenewed, leaseEnd, takeLease } from '../../../common/store/lease.ts';

export type HeldUndo = HeldDocument<ImportDocument>;

/** Null: it is undone, another worker has it, or another import of the account is being undone (a unique index allows one). */
export async function leaseUndo(userId: number, _id: number): Promise<HeldUndo | null> {
  const free = [
    { undo_state: 'waiting' as const },
    {
      undo_state: 'running' as const,
      $or: [{ undo_lease_until: null }, { undo_lease_until: { $lte: now() } }],
    },
  ];
  const taken = await takeLease(
    { model: Import.of(userId), token: 'undo_lease_token', until: 'undo_lease_until' },
    { _id, $or: free },
    { set: { undo_state: 'running' }, returnDocument: 'after' },
  ).catch((error: unknown) => {
    if (isDuplicateKey(error)) return null;
    throw error;
  });
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/** Stores in one write that a step is undone, with its counts. False: the lease was lost. */
export async function saveUndone(
  held: HeldUndo,
  undo_step: NonNullable<ImportDocument['undo_step']>,
  counts: UndoCounts,
): Promise<boolean> {
  const before = held.found.undo_counts ?? NO_UNDO_COUNTS;
  const change = {
    undo_step,
    // Set, not incremented, so that the driver may write them twice.
    undo_counts: {
      removed: before.removed + counts.removed,
      restored: before.restored + counts.restored,
      kept: before.kept + counts.kept,
      gone: before.gone + counts.gone,
    },
    undo_lease_until: leaseEnd(),
  };
  const ours = await held.lease.write({ $set: change });
  if (ours) Object.assign(held.found, change);
  return ours;
}

export const NO_UNDO_COUNTS: Readonly<UndoCounts> = Object.freeze({
  removed: 0,
  restored: 0,
  kept: 0,
  gone: 0,
});

export const finishUndo = async ({ found, lease }: HeldUndo): Promise<boolean> =>
  lease.release({
    undo_state: 'completed',
    undo_lease_until: null,
    undo_ended_at: now(),
    ...(found.statuses_by && { undo_opt_outs: await addressesSuppressedBy(found.user_id, found._id) }),
  });

export const releaseUndo = async ({ found, lease }: HeldUndo): Promise<void> => {
  await lease.release({
    undo_state: 'waiting',
    undo_lease_until: null,
    undo_waits_since: found.undo_waits_since ?? now(),
  });
};
