import { model, Schema } from 'mongoose';
import type { RunCountDocument } from './run-counts.ts';

/** The addresses that unsubscribed from a group. */
export interface UnsubscribeCountDocument extends RunCountDocument<number> {
  unsubscribe_groups_id: number;
}

const schema = new Schema<UnsubscribeCountDocument>(
  {
    _id: String,
    unsubscribe_groups_id: { type: Number, required: true },
    run: { type: Number, required: true },
    count: { type: Number, required: true },
    dirty_at: { type: Date, default: null },
    counted_at: Date,
  },
  { collection: 'unsubscribe_counts', versionKey: false, strict: 'throw' },
);
schema.index({ unsubscribe_groups_id: 1 });

export const UnsubscribeCount = model<UnsubscribeCountDocument>('UnsubscribeCount', schema);
