import { collection, model } from '../store/collection.ts';

/** A deleted field whose values contacts still have. Written with the deletion; a process that finds it finishes the removal. */
export interface FieldRemovalDocument {
  _id: number;
  user_id: number;
  field_name: string;
  name_key: string;
  /** Contacts up to this id have no such value any more. */
  walked_to: number;
  created_at: Date;
}

const schema = collection<FieldRemovalDocument>('field_removals');
schema.index({ user_id: 1, name_key: 1 });

export const FieldRemoval = model<FieldRemovalDocument>('FieldRemoval', schema);
