import type { FieldType } from '../domain/custom-values.ts';
import { collection, model } from '../store/collection.ts';

export interface CustomFieldDocument {
  _id: number;
  user_id: number;
  field_name: string;
  /** The name in lower case: unique in its account. */
  name_key: string;
  field_type: FieldType;
  /** When a rule about it was last stored, so that a deletion at the same moment conflicts. */
  ruled_at?: Date;
  created_at: Date;
  updated_at: Date;
}

export const newCustomField = (
  given: Pick<CustomFieldDocument, '_id' | 'user_id' | 'field_name' | 'field_type'>,
  at: Date,
): CustomFieldDocument => ({
  ...given,
  name_key: given.field_name.toLowerCase(),
  created_at: at,
  updated_at: at,
});

const schema = collection<CustomFieldDocument>('custom_fields');
schema.index({ user_id: 1, name_key: 1 }, { unique: true });

export const CustomField = model<CustomFieldDocument>('CustomField', schema);
