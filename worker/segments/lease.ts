import { now } from '../../common/clock.ts';
import {
  newSegmentRefresh,
  SegmentRefresh,
  type SegmentRefreshDocument,
} from '../../common/models/segment-refreshes.ts';
import { Segment } from '../../common/models/segments.ts';
import { ignoringDuplicates } from '../../common/store/connection.ts';
import { type KeptLease, keepRenewed, type LeasedDocument, takeLease } from '../../common/store/lease.ts';

export interface HeldType {
  readonly userId: number;
  readonly contactTypeId: number;
  readonly lease: KeptLease<SegmentRefreshDocument>;
  /** Part of each write of rows: a segment refuses writes of an earlier epoch. */
  readonly epoch: number;
  /** Rows of segments and enrollments that the account may have; 0 or absent: no limit. */
  readonly mostRows?: number;
}

const LEASES = { model: SegmentRefresh, token: 'lease_token', until: 'lease_until' } as const;

export async function leaseType(userId: number, contactTypeId: number): Promise<HeldType | null> {
  const taken =
    (await take(contactTypeId)) ?? ((await insertRow(contactTypeId)) ? await take(contactTypeId) : null);
  if (!taken) return null;
  const { found, lease } = taken;
  const left = found.lease_token !== null;
  const held = { userId, contactTypeId, lease: keepRenewed(lease), epoch: found.epoch + (left ? 1 : 0) };
  // The last holder did not release the lease and may still write outdated results.
  if (left) {
    await Segment.of(userId).updateMany(
      { contact_type_id: contactTypeId, deleted_at: null, fence: { $lt: held.epoch } },
      { $set: { fence: held.epoch } },
    );
  }
  return held;
}

/** Returns the row as it was. Taking it from a holder that did not release it begins another epoch. */
const take = (contactTypeId: number): Promise<LeasedDocument<SegmentRefreshDocument> | null> =>
  takeLease(
    LEASES,
    { _id: contactTypeId, $or: [{ lease_token: null }, { lease_until: { $lte: now() } }] },
    { set: { epoch: { $add: ['$epoch', { $cond: [{ $ne: ['$lease_token', null] }, 1, 0] }] } } },
  );

const insertRow = (contactTypeId: number): Promise<boolean> =>
  ignoringDuplicates(SegmentRefresh.insertOne(newSegmentRefresh(contactTypeId)));

export async function releaseType({ lease }: HeldType, succeeded = false): Promise<void> {
  await lease.release(succeeded ? { failed: null } : {});
}
