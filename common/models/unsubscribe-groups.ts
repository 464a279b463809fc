import { collection, model } from '../store/collection.ts';

export interface UnsubscribeGroupDocument {
  _id: number;
  user_id: number;
  rand_id: string;
  group_name: string;
  description: string;
  /** 1: offered on the preferences page. */
  is_display: 0 | 1;
  /** The last count of addresses that unsubscribed from it … */
  unsubscribes?: number;
  /** … and when they were marked as changed since (`changes/unsubscribe-counts.ts`). */
  unsubscribes_dirty_at?: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const newUnsubscribeGroup = (
  given: Pick<
    UnsubscribeGroupDocument,
    '_id' | 'user_id' | 'rand_id' | 'group_name' | 'description' | 'is_display'
  >,
  at: Date,
): UnsubscribeGroupDocument => ({ ...given, unsubscribes: 0, created_at: at, updated_at: at });

const schema = collection<UnsubscribeGroupDocument>('unsubscribe_groups');
schema.index({ user_id: 1, _id: 1 });

export const UnsubscribeGroup = model<UnsubscribeGroupDocument>('UnsubscribeGroup', schema);
