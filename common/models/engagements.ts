import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

/** Ledger rows whose new engagement still has to be copied to contacts, for accounts in {@link EngagementAccountDocument}. */
export interface EngagementDocument {
  _id: Types.ObjectId;
  user_id: number;
  /** Delivery ids from `first` to `last` … */
  first: number;
  last: number;
  /** … or these alone. */
  ids: number[] | null;
  /** When it may be copied to contacts; absent in entries of version 0.1.0. */
  due_at?: Date;
  created_at: Date;
}

const schema = collection<EngagementDocument>('engagements');
schema.index({ user_id: 1, _id: 1 });
schema.index({ due_at: 1, user_id: 1 });

export const Engagement = model<EngagementDocument>('Engagement', schema);
