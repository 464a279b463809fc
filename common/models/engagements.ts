import { model, Schema, type Types } from 'mongoose';

/**
 * Ledger rows with something new (sent, opened, clicked) that their contacts are still to be told of: of accounts
 * whose rules ask for it, see {@link EngagementAccountDocument}.
 */
export interface EngagementDocument {
  _id: Types.ObjectId;
  user_id: number;
  /** Delivery ids from `first` to `last` … */
  first: number;
  last: number;
  /** … or these alone. */
  ids: number[] | null;
  created_at: Date;
}

const schema = new Schema<EngagementDocument>(
  {
    _id: Schema.Types.ObjectId,
    user_id: { type: Number, required: true },
    first: { type: Number, required: true },
    last: { type: Number, required: true },
    ids: { type: [Number], default: null },
    created_at: { type: Date, required: true },
  },
  { collection: 'engagements', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });

export const Engagement = model<EngagementDocument>('Engagement', schema);
