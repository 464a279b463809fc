import { collection, model } from '../store/collection.ts';

/** All contacts up to this id, and all deletions up to this time, are in a noted number. */
export interface NotedUntil {
  readonly id: number;
  readonly at: Date;
}

export interface ContactTypeDocument {
  _id: number;
  user_id: number;
  name: string;
  /** The type and its contacts are hidden from then on … */
  deleted_at: Date | null;
  /** … and each of its contacts is marked deleted from then on. */
  purged_at: Date | null;
  /** The last count of its living contacts … */
  contacts?: number;
  /** … and when they were marked as changed since (`changes/contact-counts.ts`). */
  contacts_dirty_at?: Date | null;
  /** Last noted for statistics (`changes/contact-days.ts`); absent in types of version 0.1.0 until then. */
  contacts_noted?: number;
  contacts_noted_at?: Date;
  contacts_noted_until?: NotedUntil;
  created_at: Date;
  updated_at: Date;
}

export const newContactType = (
  { _id, user_id, name }: Pick<ContactTypeDocument, '_id' | 'user_id' | 'name'>,
  at: Date,
): ContactTypeDocument => ({
  _id,
  user_id,
  name,
  deleted_at: null,
  purged_at: null,
  contacts: 0,
  contacts_noted: 0,
  contacts_noted_until: { id: 0, at: new Date(0) },
  created_at: at,
  updated_at: at,
});

const schema = collection<ContactTypeDocument>('contact_types');
schema.index({ user_id: 1, _id: 1 });
schema.index({ deleted_at: 1 }, { partialFilterExpression: { deleted_at: { $type: 'date' } } });

export const ContactType = model<ContactTypeDocument>('ContactType', schema);
