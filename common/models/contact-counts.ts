import { model, Schema } from 'mongoose';

/** How many living contacts of a type have ids of one run (decision 009). */
export interface ContactCountDocument {
  /** The type and the run, such as `3-17`. */
  _id: string;
  contact_type_id: number;
  run: number;
  count: number;
  /** Contacts of the run changed since they were counted; set before they change. */
  dirty_at: Date | null;
}

const schema = new Schema<ContactCountDocument>(
  {
    _id: String,
    contact_type_id: { type: Number, required: true },
    run: { type: Number, required: true },
    count: { type: Number, required: true },
    dirty_at: { type: Date, default: null },
  },
  { collection: 'contact_counts', versionKey: false, strict: 'throw' },
);
schema.index({ contact_type_id: 1, dirty_at: 1 });

export const ContactCount = model<ContactCountDocument>('ContactCount', schema);
