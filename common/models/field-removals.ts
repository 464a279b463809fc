import { model, Schema } from 'mongoose';

/**
 * A custom field that was deleted, for as long as contacts still hold values of it. The row is written
 * as the field goes, in one transaction, and whoever finds it brings the removal to its end.
 */
export interface FieldRemovalDocument {
  /** The custom field's id. */
  _id: number;
  user_id: number;
  field_name: string;
  name_key: string;
  /** Contacts up to this id have no such value any more. */
  walked_to: number;
  created_at: Date;
}

const schema = new Schema<FieldRemovalDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    field_name: { type: String, required: true },
    name_key: { type: String, required: true },
    walked_to: { type: Number, default: 0 },
    created_at: { type: Date, required: true },
  },
  { collection: 'field_removals', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, name_key: 1 });

export const FieldRemoval = model<FieldRemovalDocument>('FieldRemoval', schema);
