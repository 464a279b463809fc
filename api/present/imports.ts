import { timestamp } from '../../common/domain/times.ts';
import type { ImportDocument } from '../../common/models/imports.ts';

export const presentImport = (found: Omit<ImportDocument, 'header' | 'columns'>) => ({
  id: found._id,
  user_id: found.user_id,
  contact_type_id: found.contact_type_id,
  file_name: found.file_name,
  file_bytes: found.file_bytes,
  state: found.state,
  failure: found.failure,
  percent: found.percent,
  rows_read: found.rows_read,
  rows_added: found.rows_added,
  rows_updated: found.rows_updated,
  rows_unchanged: found.rows_unchanged,
  rows_refused: found.rows_refused,
  skipped_columns: found.skipped_columns,
  dry_run: found.dry_run ?? false,
  /** Null but for a dry run that has ended. */
  trial: found.trial ?? null,
  finished_at: timestamp(found.finished_at),
  created_at: timestamp(found.created_at),
  updated_at: timestamp(found.updated_at),
});
