import { collection, model } from '../store/collection.ts';

/**
 * A row of a CSV file that was refused, or imported in part. The key makes a replay write it once and gives the order of reports: embedded documents compare
 * field by field, so a range of lines is a range of keys.
 */
export interface ImportRefusalDocument {
  _id: { import_id: number; line: number };
  /** See `ownOrOld`. */
  user_id?: number | null;
  reason: string;
  /** The row's raw cells; one cell, the row's start, where it could not be parsed. */
  cells: string[];
  /** The row was imported without these cells. Absent: the row was refused. */
  dropped?: { field: string; reason: string; at: number }[];
}

const schema = collection<ImportRefusalDocument>('import_refusals');
schema.index({ user_id: 1, _id: 1 });

export const ImportRefusal = model<ImportRefusalDocument>('ImportRefusal', schema);
