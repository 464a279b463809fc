import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

/**
 * Contacts of a type that were changed, added or deleted; its segments and automations still have to process them. Written before
 * the change and held until it is stored, so that a crash loses neither; removed once all consequences are stored.
 */
export interface ContactChangesDocument {
  _id: Types.ObjectId;
  user_id: number;
  contact_type_id: number;
  contact_ids: number[];
  /** People added by hand to a segment of this type; its automations still have to process them. */
  segment_recipient_ids: number[];
  /** Part of something large, such as an import: the change of a single contact does not wait for it. */
  bulk: boolean;
  /** The change is not stored yet: nothing is processed before this time. Absent: it is stored. */
  held_until?: Date;
  created_at: Date;
}

const schema = collection<ContactChangesDocument>('contact_changes');
schema.index({ user_id: 1, contact_type_id: 1, bulk: 1, _id: 1 });

export const ContactChanges = model<ContactChangesDocument>('ContactChanges', schema);
