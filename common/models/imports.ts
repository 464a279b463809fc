import { model, Schema, type Types } from 'mongoose';

export const IMPORT_STATES = ['waiting', 'running', 'completed', 'failed'] as const;

/** One uploaded CSV file on its way into a contact type. */
export interface ImportDocument {
  _id: number;
  user_id: number;
  contact_type_id: number;
  file_name: string;
  /** The file in GridFS; null once it was imported and removed. */
  file_id: Types.ObjectId | null;
  file_bytes: number;
  encoding: string;
  delimiter: string;
  /** Where each column goes: the name of a field, or null for one that is skipped. */
  columns: (string | null)[];
  /** Names of the columns that no field bears. */
  skipped_columns: string[];
  state: (typeof IMPORT_STATES)[number];
  /** Why the file could not be imported to its end; null where it could. */
  failure: string | null;
  /** Everything before here is done: bytes of decoded text and the file's line, with the counts that belong to it. */
  checkpoint: { offset: number; line: number };
  rows_read: number;
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  rows_refused: number;
  percent: number;
  lease_token: string | null;
  lease_until: Date | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
}

const count = { type: Number, default: 0 };

const schema = new Schema<ImportDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    contact_type_id: { type: Number, required: true },
    file_name: { type: String, default: '' },
    file_id: { type: Schema.Types.ObjectId, default: null },
    file_bytes: count,
    encoding: { type: String, required: true },
    delimiter: { type: String, required: true },
    columns: { type: [String], required: true },
    skipped_columns: { type: [String], default: [] },
    state: { type: String, required: true, enum: IMPORT_STATES },
    failure: { type: String, default: null },
    checkpoint: { type: Schema.Types.Mixed, required: true },
    rows_read: count,
    rows_added: count,
    rows_updated: count,
    rows_unchanged: count,
    rows_refused: count,
    percent: count,
    lease_token: { type: String, default: null },
    lease_until: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    finished_at: { type: Date, default: null },
  },
  { collection: 'imports', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
// What the sweep looks for, and what delays a send into the type.
schema.index({ contact_type_id: 1, state: 1 });
schema.index({ state: 1, lease_until: 1 });

export const Import = model<ImportDocument>('Import', schema);
