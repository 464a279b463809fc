import { model, Schema } from 'mongoose';

/** Who keeps the segments of a contact type up to date: one at a time, so that what was found out last is stored last. */
export interface SegmentRefreshDocument {
  /** The contact type's id. */
  _id: number;
  /** Moved when a lease is taken over from somebody who did not give it back: their writes come too late from then on. */
  epoch: number;
  lease_token: string | null;
  lease_until: Date;
  /** Why it failed again and again, in words for the segments' owner; null once it succeeded. */
  failed?: string | null;
}

const schema = new Schema<SegmentRefreshDocument>(
  {
    _id: Number,
    epoch: { type: Number, required: true },
    lease_token: { type: String, default: null },
    lease_until: { type: Date, required: true },
    failed: { type: String, default: undefined },
  },
  { collection: 'segment_refreshes', versionKey: false, strict: 'throw' },
);

export const SegmentRefresh = model<SegmentRefreshDocument>('SegmentRefresh', schema);
