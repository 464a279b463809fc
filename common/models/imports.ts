import type { Types } from 'mongoose';
import type { FoundEncoding } from '../../shared/csv-encoding.ts';
import type { StatusPlan } from '../../shared/statuses/plan.ts';
import type { ContactStatus, StatusCounts } from '../../shared/statuses/statuses.ts';
import type { HygieneKind, SeenDoubts } from '../domain/address-doubts.ts';
import type { FieldType } from '../domain/custom-values.ts';
import type { DateColumn } from '../domain/date-columns.ts';
import type { UnknownStatus } from '../domain/statuses/counted.ts';
import type { DateOrder, FieldDateOrder } from '../domain/written-values.ts';
import { collection, model } from '../store/collection.ts';
import { NO_FILE } from '../store/uploads.ts';
import type { SuppressionReason } from './suppressions.ts';

export const IMPORT_STATES = ['waiting', 'running', 'completed', 'failed'] as const;

/** A row that a dry run examined, and the fields that it would change. It has none of the row's contents. */
export interface TrialExample {
  line: number;
  result: 'added' | 'updated';
  fields: string[];
}

/** A custom field that a dry run proposes for a column or a key of JSON cells without a field. */
export interface ProposedField {
  heading: string;
  name: string;
  type: FieldType;
}

/** Rows that a dry run would refuse for one reason, and the lines of the first. */
export interface TrialRefusal {
  reason: string;
  rows: number;
  line: number;
  /** Absent in dry runs of earlier versions. */
  lines?: number[];
}

/** Where the order of day and month is looked for in columns of dates, and what was seen before this position. */
export interface DateScan {
  from: ImportDocument['checkpoint'];
  columns: DateColumn[];
}

/** Lines whose rows have a status. `word`: the unknown word that they have; null: the status is known. */
export interface TrialStatus {
  status: ContactStatus;
  word: string | null;
  lines: number[];
}

export const UNDO_STATES = ['waiting', 'running', 'completed', 'failed'] as const;

export interface UndoCounts {
  /** Added by the import, deleted by the undo. */
  removed: number;
  /** Changed by the import; cells have their earlier values again. */
  restored: number;
  /** Changed by others since, and left as they are. */
  kept: number;
  /** Deleted before the undo. */
  gone: number;
}

export interface ImportDocument {
  _id: number;
  user_id: number;
  /** Without a contact type: {@link suppressionsOf}. */
  contact_type_id: number;
  file_name: string;
  /** Null once the file was imported and removed from GridFS. */
  file_id: Types.ObjectId | null;
  file_bytes: number;
  /** `CsvEncoding` and `CsvForm`. */
  encoding: string;
  /** How the encoding was detected; absent in imports of earlier versions. */
  encoding_by?: FoundEncoding['encoding_by'];
  encoding_certain?: boolean;
  delimiter: string;
  newline: string;
  header: string[];
  /** Each column's field name; null: skipped. */
  columns: (string | null)[];
  /** Columns without a field, or whose field another column has. */
  skipped_columns: string[];
  state: (typeof IMPORT_STATES)[number];
  failure: string | null;
  /** Bytes read and the next line; all before is imported and counted. */
  checkpoint: { offset: number; line: number };
  /** The sum of the four counts below, and of rows left out by their status or address. */
  rows_read: number;
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  rows_refused: number;
  /** Imported rows without some of their cells, which could not be read. Absent: none. */
  rows_partial?: number;
  /** The order of day and month by column, as `position: order`. */
  date_orders?: Record<string, DateOrder>;
  /** A worker decides `date_orders` over the whole file before it imports the first row. Absent: they are decided. */
  date_scan?: DateScan;
  /** The fields with dates that have slashes or hyphens. Absent: not decided yet, or an import of an earlier version. */
  dates_read?: FieldDateOrder[];
  /** Contacts from before the import stay as they are. */
  existing?: 'skip';
  /** The account's time zone at the upload. */
  zone?: string;
  percent: number;
  lease_token: string | null;
  lease_until: Date | null;
  /** Leases since the checkpoint last moved: a file that kills its worker is given up. */
  leases: number;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  /** Nothing is imported; the counts say what an import would do. */
  dry_run?: true;
  /** `whole`: the dry run has read the whole file. */
  trial?: {
    examples: TrialExample[];
    refusals: TrialRefusal[];
    dropped?: TrialRefusal[];
    /** Absent in dry runs of earlier versions. */
    statuses?: TrialStatus[];
    /** Of an earlier version. */
    date_orders?: FieldDateOrder[];
    whole: boolean;
  };
  /** Of a dry run. */
  new_fields?: ProposedField[];
  /** The move that the file belongs to. Its dry runs keep their files. */
  move_id?: number;
  /** Its writes are stored in `import_steps`, so that it can be undone. */
  remembered?: boolean;
  undo_state?: (typeof UNDO_STATES)[number];
  undo_failure?: string | null;
  /** When it was asked for. Turns and failed tries leave it. */
  undo_waits_since?: Date;
  /** The last undone step, which is in the counts. Undoing goes backwards. */
  undo_step?: { line: number; step: Types.ObjectId };
  undo_counts?: UndoCounts;
  undo_ended_at?: Date | null;
  undo_lease_token?: string | null;
  undo_lease_until?: Date | null;
  /** How its rows' statuses are read; absent: the file has none. */
  statuses_by?: StatusPlan;
  /** Rows by status, without refused rows and unknown words. Absent with `statuses_by`. */
  statuses?: StatusCounts;
  /** Rows with an unknown word for a status, by word; at most fifty words. */
  unknown_statuses?: UnknownStatus[];
  /** Rows with doubtful addresses; absent in imports of earlier versions, and of suppressions. */
  hygiene?: SeenDoubts;
  /** Rows with such addresses are not imported. */
  leave_out?: HygieneKind[];
  /** Its rows are suppressions, and no contacts. */
  suppress?: SuppressionFile;
  /** Addresses whose opt-outs and suppressions came from this import and existed at the undo. */
  undo_opt_outs?: number;
  /** Older than the retention: its refused rows are deleted. */
  retired?: boolean;
}

/** A file of suppressions. `reason` is that of rows without a status. */
export interface SuppressionFile {
  reason: SuppressionReason;
  group: number | null;
}

/** Stands for a contact type, so that an account's files of suppressions, and dry runs without a contact type, have a line of their own, too. */
export const suppressionsOf = (userId: number): number => -userId;

const schema = collection<ImportDocument>('imports');
schema.index({ user_id: 1, _id: 1 });
// One import at a time into a contact type, in the order of uploads: after a crash, the contacts still have the import's own marks
// (`written_by`). This index is the lock.
schema.index(
  { user_id: 1, contact_type_id: 1 },
  { unique: true, partialFilterExpression: { state: 'running' } },
);
// Imports that delay a send to the type, and the next import of the type.
schema.index({ user_id: 1, contact_type_id: 1, state: 1 });
schema.index({ state: 1, _id: 1 });
schema.index(
  { user_id: 1, state: 1 },
  { partialFilterExpression: { state: { $in: ['waiting', 'running'] } } },
);
// One undo at a time in an account. This index is the lock.
schema.index(
  { user_id: 1 },
  { name: 'undo_running', unique: true, partialFilterExpression: { undo_state: 'running' } },
);
schema.index(
  { undo_state: 1, _id: 1 },
  { partialFilterExpression: { undo_state: { $in: ['waiting', 'running'] } } },
);
// The longest wait.
schema.index({ undo_waits_since: 1 }, { partialFilterExpression: { undo_state: 'waiting' } });
schema.index({ finished_at: 1 }, { name: 'remembered', partialFilterExpression: { remembered: true } });
// The import of an uploaded file. The bound is no `$type`: MongoDB 6.0 would read all rows instead of the index. The name differs
// from the usual one, which an index with `$type` had.
schema.index(
  { file_id: 1 },
  { name: 'file_id_there', partialFilterExpression: { file_id: { $gt: NO_FILE } } },
);

export const Import = model<ImportDocument>('Import', schema);
