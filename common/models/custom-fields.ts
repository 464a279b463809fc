import { model, Schema } from 'mongoose';

export const FIELD_TYPES = ['text', 'number', 'datetime-local'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface CustomFieldDocument {
  _id: number;
  user_id: number;
  field_name: string;
  /** The name in lower case: unique in its account. */
  name_key: string;
  field_type: FieldType;
  /** When a rule about it was last stored: written then, so that a deletion at the same moment conflicts. */
  ruled_at?: Date;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<CustomFieldDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    field_name: { type: String, required: true },
    name_key: { type: String, required: true },
    field_type: { type: String, required: true, enum: FIELD_TYPES },
    ruled_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'custom_fields', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, name_key: 1 }, { unique: true });

export const CustomField = model<CustomFieldDocument>('CustomField', schema);
