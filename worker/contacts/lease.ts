import { now } from '../../common/clock.ts';
import {
  BulkChange,
  type BulkChangeDocument,
  KEPT_DAYS,
  OPEN_BULK,
} from '../../common/models/bulk-changes.ts';
import { type HeldDocument, keepRenewed, leaseEnd, takeLease } from '../../common/store/lease.ts';

const DAY_MS = 24 * 3600_000;

export type HeldChange = HeldDocument<BulkChangeDocument>;

export const freeAt = (at: Date) => ({
  ...OPEN_BULK,
  waits_until: { $not: { $gt: at } },
  $or: [{ lease_until: null }, { lease_until: { $lte: at } }],
});

export async function leaseChange(userId: number, _id: number): Promise<HeldChange | null> {
  const taken = await takeLease(
    { model: BulkChange.of(userId), token: 'lease_token', until: 'lease_until' },
    { _id, ...freeAt(now()) },
    { returnDocument: 'after' },
  );
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/** Stores the progress of a change. False: the lease was lost, or a call has ended the change. */
export async function saveChange(
  { found, lease }: HeldChange,
  change: Partial<BulkChangeDocument>,
  without: { step?: '' } = {},
): Promise<boolean> {
  if (!lease.stands()) return false;
  const set = { ...change, updated_at: now(), lease_until: leaseEnd() };
  const ours = await lease.write({ $set: set, $unset: without }, { state: found.state });
  if (!ours) return false;
  Object.assign(found, set);
  if ('step' in without) delete found.step;
  return true;
}

/** The fields of an ended change: without its search and filters, which may have an address, and with its day of deletion. */
export const ended = (
  state: 'completed' | 'cancelled' | 'failed',
  failure: string | null = null,
): Partial<BulkChangeDocument> => ({
  state,
  failure,
  search: null,
  where: null,
  finished_at: now(),
  expires_at: expiryAfterDays(KEPT_DAYS),
});

export const expiryAfterDays = (days: number): Date => new Date(now().getTime() + days * DAY_MS);
