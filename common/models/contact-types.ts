import { model, Schema } from 'mongoose';

export interface ContactTypeDocument {
  _id: number;
  user_id: number;
  name: string;
  /** From here on the type and its contacts are nowhere to be found … */
  deleted_at: Date | null;
  /** … and from here on its contacts are marked deleted themselves, each on its own. */
  purged_at: Date | null;
  /** Its living contacts, when they were last counted … */
  contacts?: number;
  /** … and when they were marked as changed since. See `queries/contact-counts.ts`. */
  contacts_dirty_at?: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<ContactTypeDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    name: { type: String, required: true },
    deleted_at: { type: Date, default: null },
    purged_at: { type: Date, default: null },
    contacts: Number,
    contacts_dirty_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'contact_types', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
schema.index({ deleted_at: 1 }, { partialFilterExpression: { deleted_at: { $type: 'date' } } });

export const ContactType = model<ContactTypeDocument>('ContactType', schema);
