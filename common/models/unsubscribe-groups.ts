import { model, Schema } from 'mongoose';

export interface UnsubscribeGroupDocument {
  _id: number;
  user_id: number;
  rand_id: string;
  group_name: string;
  description: string;
  /** 1: offered on the preferences page. */
  is_display: 0 | 1;
  /** The addresses that unsubscribed from it, when they were last counted … */
  unsubscribes?: number;
  /** … and when they were marked as changed since. See `queries/unsubscribe-counts.ts`. */
  unsubscribes_dirty_at?: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<UnsubscribeGroupDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    rand_id: { type: String, required: true },
    group_name: { type: String, required: true },
    description: { type: String, required: true },
    is_display: { type: Number, required: true },
    unsubscribes: Number,
    unsubscribes_dirty_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'unsubscribe_groups', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });

export const UnsubscribeGroup = model<UnsubscribeGroupDocument>('UnsubscribeGroup', schema);
