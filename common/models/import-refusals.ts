import { collection, model } from '../store/collection.ts';

/**
 * A row of a CSV file that could not be used. Its key makes a replay write it once, and is the order of reports too:
 * embedded documents compare field by field, so a range of lines is a range of keys.
 */
export interface ImportRefusalDocument {
  _id: { import_id: number; line: number };
  reason: string;
  /** The row's cells as they came; one cell, the row's beginning, where it could not be taken apart. */
  cells: string[];
}

const schema = collection<ImportRefusalDocument>('import_refusals');

export const ImportRefusal = model<ImportRefusalDocument>('ImportRefusal', schema);
