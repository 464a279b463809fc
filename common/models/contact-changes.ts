import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

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
  /** Rows of people who were added to a segment of this type by hand, and that its automations do not know yet. */
  segment_recipient_ids: number[];
  /** Part of something large, such as an import: it must not keep the change of a single contact waiting. */
  bulk: boolean;
  /** The change is not stored yet: segments and automations are not told before this time. Absent: it is stored. */
  held_until?: Date;
  created_at: Date;
}

const schema = collection<ContactChangesDocument>('contact_changes');
schema.index({ contact_type_id: 1, bulk: 1, _id: 1 });

export const ContactChanges = model<ContactChangesDocument>('ContactChanges', schema);
