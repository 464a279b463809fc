import type { MoveTool } from '../../shared/move-tools.ts';
import { collection, model } from '../store/collection.ts';

/** unreadable: no import reads it · suppressions: only addresses, which get no mail. */
export const MOVE_FILE_KINDS = ['contacts', 'suppressions', 'unreadable'] as const;

export interface MoveFile {
  /** Of the unreadable file alone, without addresses; other names are those of the imports. */
  name: string | null;
  tool: MoveTool | null;
  kind: (typeof MOVE_FILE_KINDS)[number];
  /** The contact type of its people in the account that exported it; absent: none, or several. */
  audience?: string;
  /** The dry run, which keeps the file until the move is applied. Null: the file is unreadable. */
  trial_id: number | null;
  /** The import; null until the move is applied. */
  import_id: number | null;
  /** Why the file is unreadable, and what was found in it, without addresses. */
  problem?: { text: string; hint: string | null };
}

/** no_table: it has no rows of people · other_sheet: a sheet of a workbook after the first. */
export const UNMOVED_REASONS = ['no_table', 'other_sheet'] as const;

/** A file of an archive, or a sheet of a workbook, that is no part of the move. */
export interface UnmovedFile {
  name: string;
  why: (typeof UNMOVED_REASONS)[number];
}

/** `files` has the first of `count`. */
export interface UnmovedFiles {
  files: UnmovedFile[];
  count: number;
}

/** The export of another service. Its progress is that of its dry runs and imports. */
export interface MoveDocument {
  _id: number;
  user_id: number;
  tool: MoveTool | null;
  files: MoveFile[];
  /** Absent: all files are part of it. The names have no addresses. */
  not_moved?: UnmovedFiles;
  /** Rows at the beginning of the files whose address an earlier row has. */
  duplicates: number;
  applied_at: Date | null;
  undo_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Files of a move that is not applied are deleted after these days. */
export const HELD_DAYS = 7;

const schema = collection<MoveDocument>('moves');
schema.index({ user_id: 1, _id: 1 });

export const Move = model<MoveDocument>('Move', schema);
