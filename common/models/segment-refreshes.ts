import { collection, model } from '../store/collection.ts';

/** The lease on the segments of a contact type: one worker at a time refreshes them, so that the last read is the last write. */
export interface SegmentRefreshDocument {
  /** The contact type's id. */
  _id: number;
  /** Rises when a worker takes over a lease that was not released: later writes of the former worker are refused. */
  epoch: number;
  lease_token: string | null;
  lease_until: Date;
  /** Why refreshes failed repeatedly, in words for the owner; null after a success. */
  failed?: string | null;
}

export const newSegmentRefresh = (contactTypeId: number): SegmentRefreshDocument => ({
  _id: contactTypeId,
  epoch: 0,
  lease_token: null,
  lease_until: new Date(0),
});

const schema = collection<SegmentRefreshDocument>('segment_refreshes');

export const SegmentRefresh = model<SegmentRefreshDocument>('SegmentRefresh', schema);
