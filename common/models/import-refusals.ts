import { model, Schema } from 'mongoose';

/** A row of a CSV file that could not be used. Its key makes a replay write it once. */
export interface ImportRefusalDocument {
  _id: { import_id: number; line: number };
  reason: string;
  /** The row's cells as they came. */
  cells: string[];
}

const schema = new Schema<ImportRefusalDocument>(
  {
    _id: { type: Schema.Types.Mixed, required: true },
    reason: { type: String, required: true },
    cells: { type: [String], required: true },
  },
  { collection: 'import_refusals', versionKey: false, strict: 'throw' },
);
schema.index({ '_id.import_id': 1, '_id.line': 1 });

export const ImportRefusal = model<ImportRefusalDocument>('ImportRefusal', schema);
