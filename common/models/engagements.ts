import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

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
  /** From when on contacts may be told of it; absent in entries of version 0.1.0. */
  due_at?: Date;
  created_at: Date;
}

const schema = collection<EngagementDocument>('engagements');
schema.index({ user_id: 1, _id: 1 });
// The sweep: which accounts have something that is due.
schema.index({ due_at: 1, user_id: 1 });

export const Engagement = model<EngagementDocument>('Engagement', schema);
