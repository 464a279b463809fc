import { now } from '../../common/clock.ts';
import { SegmentRefresh } from '../../common/models/segment-refreshes.ts';
import { Segment } from '../../common/models/segments.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { keepLease, LEASE_MS, type Lease, newToken } from '../delivery/lease.ts';

/** A contact type whose segments are in this worker's hands. */
export interface HeldType {
  readonly contactTypeId: number;
  readonly lease: Lease;
  /** Goes with each write of rows, which a segment takes from nobody of an earlier epoch. */
  readonly epoch: number;
}

const leaseEnd = (): Date => new Date(now().getTime() + LEASE_MS);

/** Leases the segments of a contact type by compare-and-set; null while somebody else has them. */
export async function leaseType(contactTypeId: number): Promise<HeldType | null> {
  const token = newToken();
  const asked = performance.now();
  const before = await take(contactTypeId, token);
  if (!before) return null;
  const renew = async (): Promise<boolean> => {
    const { matchedCount } = await rows(SegmentRefresh).updateOne(
      { _id: contactTypeId, lease_token: token },
      { $set: { lease_until: leaseEnd() } },
    );
    return matchedCount === 1;
  };
  const held = { contactTypeId, lease: keepLease(token, renew, asked), epoch: before.epoch };
  // Whoever had it did not give it back, and may still be writing what it found out long ago.
  if (before.left) {
    await rows(Segment).updateMany(
      { contact_type_id: contactTypeId, deleted_at: null, fence: { $lt: held.epoch } },
      { $set: { fence: held.epoch } },
    );
  }
  return held;
}

async function take(contactTypeId: number, token: string): Promise<{ epoch: number; left: boolean } | null> {
  const free = { $or: [{ lease_token: null }, { lease_until: { $lte: now() } }] };
  const left = { $ne: [{ $ifNull: ['$lease_token', null] }, null] };
  try {
    const before = await rows(SegmentRefresh).findOneAndUpdate(
      { _id: contactTypeId, ...free },
      [
        {
          $set: {
            epoch: { $add: [{ $ifNull: ['$epoch', 0] }, { $cond: [left, 1, 0] }] },
            lease_token: token,
            lease_until: leaseEnd(),
          },
        },
      ],
      { upsert: true, returnDocument: 'before' },
    );
    const wasLeft = before !== null && before.lease_token !== null;
    return { epoch: (before?.epoch ?? 0) + (wasLeft ? 1 : 0), left: wasLeft };
  } catch (error) {
    // The upsert of one that is held.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** `succeeded`: whatever it failed for before is over. */
export async function releaseType({ contactTypeId, lease }: HeldType, succeeded = false): Promise<void> {
  lease.end();
  await rows(SegmentRefresh).updateOne(
    { _id: contactTypeId, lease_token: lease.token },
    { $set: { lease_token: null, ...(succeeded && { failed: null }) } },
  );
}
