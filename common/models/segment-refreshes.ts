import { collection, model } from '../store/collection.ts';

/** The lease on the segments of a contact type: one worker at a time brings them up to date, so that what was read last is stored last. */
export interface SegmentRefreshDocument {
  /** The contact type's id. */
  _id: number;
  /** Moves when a worker takes the lease over from one that did not release it: later writes of that one are refused. */
  epoch: number;
  lease_token: string | null;
  lease_until: Date;
  /** Why it failed again and again, in words for the segments' owner; null once it succeeded. */
  failed?: string | null;
}

/** The row of a contact type whose segments no worker has refreshed yet. */
export const newSegmentRefresh = (contactTypeId: number): SegmentRefreshDocument => ({
  _id: contactTypeId,
  epoch: 0,
  lease_token: null,
  lease_until: new Date(0),
});

const schema = collection<SegmentRefreshDocument>('segment_refreshes');

export const SegmentRefresh = model<SegmentRefreshDocument>('SegmentRefresh', schema);
