import { model, Schema } from 'mongoose';
import type { RunCountDocument } from './run-counts.ts';

/** The living contacts of a type. */
export interface ContactCountDocument extends RunCountDocument<number> {
  contact_type_id: number;
}

const schema = new Schema<ContactCountDocument>(
  {
    _id: String,
    contact_type_id: { type: Number, required: true },
    run: { type: Number, required: true },
    count: { type: Number, required: true },
    dirty_at: { type: Date, default: null },
    counted_at: Date,
  },
  { collection: 'contact_counts', versionKey: false, strict: 'throw' },
);
schema.index({ contact_type_id: 1 });

export const ContactCount = model<ContactCountDocument>('ContactCount', schema);
