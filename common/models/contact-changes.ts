import { model, Schema, type Types } from 'mongoose';

/**
 * Contacts of a type that were changed, added or deleted, and that its segments and automations are still to be told
 * of. Written before the change, and held until it is stored, so that no crash parts the two; removed once everything
 * that follows from it is stored.
 */
export interface ContactChangesDocument {
  _id: Types.ObjectId;
  user_id: number;
  contact_type_id: number;
  contact_ids: number[];
  /** Rows of people who were added to a segment of this type by hand, and whom its automations do not know yet. */
  segment_recipient_ids: number[];
  /** Part of something large, such as an import: it must not keep the change of a single contact waiting. */
  bulk: boolean;
  /** The change is on its way: no one is told before then. Absent: it is stored. */
  held_until?: Date;
  created_at: Date;
}

const schema = new Schema<ContactChangesDocument>(
  {
    _id: Schema.Types.ObjectId,
    user_id: { type: Number, required: true },
    contact_type_id: { type: Number, required: true },
    contact_ids: { type: [Number], required: true },
    segment_recipient_ids: { type: [Number], required: true },
    bulk: { type: Boolean, required: true },
    held_until: Date,
    created_at: { type: Date, required: true },
  },
  { collection: 'contact_changes', versionKey: false, strict: 'throw' },
);
schema.index({ contact_type_id: 1, bulk: 1, _id: 1 });

export const ContactChanges = model<ContactChangesDocument>('ContactChanges', schema);
