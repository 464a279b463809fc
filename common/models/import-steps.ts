import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

export interface ChangedCell {
  /** A custom field is `custom_field.<name>`. `unconfirmed` and `tags` are fields here. */
  path: string;
  after: string | number | boolean | string[];
  before?: string | number | boolean | string[] | null;
}

export interface ChangedContact {
  id: number;
  /** The normalized address, for erasures. */
  key: string;
  cells: ChangedCell[];
}

/**
 * The changes that an import is about to write, so that it can be undone. A retried batch has a step for each try; the last one
 * counts. Steps are deleted {@link UNDO_DAYS} after the import's end.
 */
export interface ImportStepDocument {
  _id: Types.ObjectId;
  import_id: number;
  user_id: number;
  /** The first line of the batch. */
  line: number;
  /** The `updated_at` that its contacts get. */
  at: Date;
  /** Ids of added contacts, as ranges. Some may not exist. */
  added: { first: number; count: number }[];
  changed: ChangedContact[];
}

export const UNDO_DAYS = 30;

const schema = collection<ImportStepDocument>('import_steps');
// Undoing goes from the last step to the first.
schema.index({ user_id: 1, import_id: 1, line: -1, _id: -1 });
schema.index({ user_id: 1 });

export const ImportStep = model<ImportStepDocument>('ImportStep', schema);
