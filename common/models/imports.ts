import type { Types } from 'mongoose';
import type { FoundEncoding } from '../../shared/csv-encoding.ts';
import type { StatusPlan } from '../../shared/statuses/plan.ts';
import type { StatusCounts } from '../../shared/statuses/statuses.ts';
import type { UnknownStatus } from '../domain/statuses/counted.ts';
import { collection, model } from '../store/collection.ts';
import { NO_FILE } from '../store/uploads.ts';

export const IMPORT_STATES = ['waiting', 'running', 'completed', 'failed'] as const;

/** A row that a dry run looked at, and the fields that it would fill or change. It has none of the row's contents. */
export interface TrialExample {
  line: number;
  result: 'added' | 'updated';
  fields: string[];
}

/** Rows that a dry run would refuse for one reason, and the line of the first. */
export interface TrialRefusal {
  reason: string;
  rows: number;
  line: number;
}

export const UNDO_STATES = ['waiting', 'running', 'completed', 'failed'] as const;

/** What became of the contacts of an import that was undone. */
export interface UndoCounts {
  /** It had added them, and they were deleted. */
  removed: number;
  /** It had changed them, and cells have their values of before. */
  restored: number;
  /** They were changed since, and stayed as they are. */
  kept: number;
  /** They had been deleted before. */
  gone: number;
}

/** One uploaded CSV file on its way into a contact type. */
export interface ImportDocument {
  _id: number;
  user_id: number;
  contact_type_id: number;
  /** As the client calls it. */
  file_name: string;
  /** The file in GridFS; null once it was imported and removed. */
  file_id: Types.ObjectId | null;
  file_bytes: number;
  /** How the file is written: `CsvEncoding` and `CsvForm`. */
  encoding: string;
  /** How the encoding was found; absent in imports of earlier versions. */
  encoding_by?: FoundEncoding['encoding_by'];
  encoding_certain?: boolean;
  delimiter: string;
  newline: string;
  /** The header's names, for reports. */
  header: string[];
  /** Where each column goes: the name of a field, or null for one that is skipped. */
  columns: (string | null)[];
  /** Names of the columns that belong to no field, or to a field that another column has already. */
  skipped_columns: string[];
  state: (typeof IMPORT_STATES)[number];
  /** Why the file could not be imported to its end; null where it could. */
  failure: string | null;
  /** Everything before here is done, and in the counts: bytes of the file, and the line that comes next. */
  checkpoint: { offset: number; line: number };
  /** The sum of the four below, and of the rows that say that they are left out. */
  rows_read: number;
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  rows_refused: number;
  percent: number;
  /** The lease: a token of the worker that imports it, and until when without a sign of life. */
  lease_token: string | null;
  lease_until: Date | null;
  /** How often it was leased since the checkpoint last moved: what kills its worker must not do so for ever. */
  leases: number;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  /** Nothing is imported; the counts say what would happen. */
  dry_run?: true;
  /** What a dry run found, and whether it has looked at the whole file. */
  trial?: { examples: TrialExample[]; refusals: TrialRefusal[]; whole: boolean };
  /** What it wrote is remembered (`import_steps`), so that it can be undone. */
  remembered?: boolean;
  /** Absent until undoing is asked for. */
  undo_state?: (typeof UNDO_STATES)[number];
  /** Why it could not be undone to its end; it may be asked for again. */
  undo_failure?: string | null;
  /** The last step that is undone, and in the counts. Undoing goes backwards. */
  undo_step?: { line: number; step: Types.ObjectId };
  undo_counts?: UndoCounts;
  undo_ended_at?: Date | null;
  undo_lease_token?: string | null;
  undo_lease_until?: Date | null;
  /** How the statuses of its rows are found; absent: its file says none. */
  statuses_by?: StatusPlan;
  /** Rows by what they say about their people, without refused rows and those with unknown words. Absent with `statuses_by`. */
  statuses?: StatusCounts;
  /** Rows whose word for a status is not known, by word, at most fifty words. */
  unknown_statuses?: UnknownStatus[];
  /** Addresses whose opt-outs and suppressions it had made and that were there when it was undone. */
  undo_opt_outs?: number;
  /** It is older than the retention, and its refused rows are gone. */
  retired?: boolean;
}

const schema = collection<ImportDocument>('imports');
schema.index({ user_id: 1, _id: 1 });
// One at a time into a contact type: they go in the order of their uploads, and what one wrote into a contact is there
// to be recognised after a crash. This index is the lock.
schema.index({ contact_type_id: 1 }, { unique: true, partialFilterExpression: { state: 'running' } });
// What delays a send into the type, and what is next for it.
schema.index({ contact_type_id: 1, state: 1 });
// What the sweep looks for.
schema.index({ state: 1, _id: 1 });
// What an account has under way at once.
schema.index(
  { user_id: 1, state: 1 },
  { partialFilterExpression: { state: { $in: ['waiting', 'running'] } } },
);
// One of an account is undone at a time. This index is the lock.
schema.index(
  { user_id: 1 },
  { name: 'undo_running', unique: true, partialFilterExpression: { undo_state: 'running' } },
);
// What the sweep looks for.
schema.index(
  { undo_state: 1, _id: 1 },
  { partialFilterExpression: { undo_state: { $in: ['waiting', 'running'] } } },
);
// Of which imports the steps are kept, by their end.
schema.index({ finished_at: 1 }, { name: 'remembered', partialFilterExpression: { remembered: true } });
// What an uploaded file belongs to. The bound is no `$type`: an index with one is not asked for a value (MongoDB 6.0
// reads all rows instead). Its name is not the usual one, as that was of such an index.
schema.index(
  { file_id: 1 },
  { name: 'file_id_there', partialFilterExpression: { file_id: { $gt: NO_FILE } } },
);

export const Import = model<ImportDocument>('Import', schema);
