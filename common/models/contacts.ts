import { model, Schema } from 'mongoose';

export interface WrittenBy {
  import_id: number;
  /** The last of the rows that went into this write. */
  line: number;
  added: boolean;
  /** Rows for this address in the same batch that changed something, or nothing; absent: the one that was written. */
  rows?: { updated: number; unchanged: number };
}

export interface ContactDocument {
  _id: number;
  user_id: number;
  contact_type_id: number;
  first_name: string;
  last_name: string;
  /** As searches compare them: `foldName` of them. Absent or empty where they are blank. */
  first_name_folded?: string;
  last_name_folded?: string;
  /** As it was given. */
  email: string;
  /** As it compares: `normalizeAddress` of it. */
  email_norm: string;
  alt_email: string | null;
  /** Country id of the reference data. */
  country: number | null;
  state: string;
  city: string;
  address_line1: string;
  address_line2: string;
  state_province_region: string;
  postal_code: string;
  /** Values of custom fields by field name, as they were given; empty ones are absent. */
  custom_field: Record<string, string>;
  /** The values of number fields once more, as the numbers that rules compare. */
  custom_number: Record<string, number>;
  /** From the ledger of its mails, and only where a rule of the account asks for them. They are no change of it. */
  last_sent_at?: Date;
  last_opened_at?: Date;
  last_clicked_at?: Date;
  /** What an import last wrote into this row, so that a replay of its batch counts right. */
  written_by?: WrittenBy;
  /** When it came into its contact type from another one. */
  moved_at?: Date;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const text = { type: String, default: '' };

const schema = new Schema<ContactDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    contact_type_id: { type: Number, required: true },
    first_name: text,
    last_name: text,
    first_name_folded: String,
    last_name_folded: String,
    email: { type: String, required: true },
    email_norm: { type: String, required: true },
    alt_email: { type: String, default: null },
    country: { type: Number, default: null },
    state: text,
    city: text,
    address_line1: text,
    address_line2: text,
    state_province_region: text,
    postal_code: text,
    custom_field: { type: Schema.Types.Mixed, default: {} },
    custom_number: { type: Schema.Types.Mixed, default: {} },
    last_sent_at: Date,
    last_opened_at: Date,
    last_clicked_at: Date,
    written_by: { type: Schema.Types.Mixed },
    moved_at: Date,
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'contacts', versionKey: false, strict: 'throw', minimize: false },
);
// The address is unique within its type among the living; a deleted row gives its address free.
schema.index(
  { user_id: 1, contact_type_id: 1, email_norm: 1 },
  { unique: true, partialFilterExpression: { deleted_at: null } },
);
// Lists of an account, by id.
schema.index({ user_id: 1, _id: 1 });
// Searches by the beginning of a name. A blank one is in none of them, and costs an import nothing.
for (const name of ['first_name_folded', 'last_name_folded'] as const) {
  schema.index({ user_id: 1, [name]: 1 }, { partialFilterExpression: { [name]: { $gt: '' } } });
}
// Walks of a type, by id: audiences, purges, counts.
schema.index({ contact_type_id: 1, deleted_at: 1, _id: 1 });
// What is to be purged: deleted rows alone are in it. The bound is no `$type`, which MongoDB 6.0 would not ask for a value.
schema.index(
  { deleted_at: 1 },
  { name: 'deleted', partialFilterExpression: { deleted_at: { $gt: new Date(0) } } },
);

export const Contact = model<ContactDocument>('Contact', schema);
