import type { Types } from 'mongoose';
import { collection, model } from '../store/collection.ts';

/** A field of a contact that an import changed. */
export interface ChangedCell {
  /** The field; a custom one as `custom_field.<name>`. `unconfirmed` is a field here. */
  path: string;
  after: string | number | boolean;
  /** Absent: the contact had no value. */
  before?: string | number | boolean | null;
}

/** A contact that an import changed. */
export interface ChangedContact {
  id: number;
  /** Its address as it compares, for erasures. */
  key: string;
  cells: ChangedCell[];
}

/**
 * What an import is about to write, so that it can be undone. A batch that is tried again has a step for each try; the later one holds.
 * Steps are kept for {@link UNDO_DAYS} after their import ended.
 */
export interface ImportStepDocument {
  _id: Types.ObjectId;
  import_id: number;
  user_id: number;
  /** The line in which the batch begins. */
  line: number;
  /** The `updated_at` of the contacts that it changes. */
  at: Date;
  /** Ids of the contacts that it adds, as ranges. Not all of them need to exist. */
  added: { first: number; count: number }[];
  changed: ChangedContact[];
}

/** Days for which an import can be undone after it ended. */
export const UNDO_DAYS = 30;

const schema = collection<ImportStepDocument>('import_steps');
// The steps of an import, the last first: undoing goes backwards.
schema.index({ import_id: 1, line: -1, _id: -1 });
// Erasures look through those of an account.
schema.index({ user_id: 1 });

export const ImportStep = model<ImportStepDocument>('ImportStep', schema);
