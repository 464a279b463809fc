import { asksFor, noDoubts, withAllKinds } from '../../common/domain/address-doubts.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { ImportDocument, TrialRefusal } from '../../common/models/imports.ts';
import { undoableUntil } from '../../common/queries/imports.ts';
import { noStatuses } from '../../shared/statuses/statuses.ts';

type ImportFields = Omit<ImportDocument, 'header' | 'columns'>;

/** Null if no undo was requested. */
const presentUndo = ({
  undo_state,
  undo_failure,
  undo_counts,
  undo_ended_at,
  undo_opt_outs,
  undo_step,
  rows_read,
}: ImportFields) =>
  undo_state === undefined
    ? null
    : {
        state: undo_state,
        failure: undo_failure ?? null,
        percent: undo_state === 'completed' ? 100 : percentOf(undo_step?.line, rows_read),
        contacts_removed: undo_counts?.removed ?? 0,
        contacts_restored: undo_counts?.restored ?? 0,
        contacts_kept: undo_counts?.kept ?? 0,
        contacts_gone: undo_counts?.gone ?? 0,
        opt_outs_kept: undo_opt_outs ?? 0,
        finished_at: timestamp(undo_ended_at ?? null),
      };

/** In a file without statuses all rows are mailable. */
const presentStatuses = ({
  statuses,
  statuses_by,
  unknown_statuses,
  rows_added,
  rows_updated,
  rows_unchanged,
  suppress,
  hygiene,
}: ImportFields) => {
  const counted = {
    ...noStatuses(),
    ...(statuses_by ? statuses : suppress ? {} : { mailable: rows_added + rows_updated + rows_unchanged }),
  };
  return {
    statuses: { ...counted, left_out: counted.left_out + (hygiene?.leftOut ?? 0) },
    status_by: statuses_by?.by ?? null,
    unknown_statuses: unknown_statuses ?? [],
  };
};

const presentDates = ({ dates_read, trial }: ImportFields) => dates_read ?? trial?.date_orders ?? [];

/** Null where a kind was not looked up, and in an import of an earlier version. */
const presentHygiene = (found: ImportFields) => {
  const { hygiene, leave_out = [] } = found;
  const { counts, examples } = withAllKinds(hygiene ?? noDoubts());
  // The counts of an earlier version lack a kind that it did not look up.
  const asked = (kind: 'no_mail_domain' | 'undeliverable') =>
    asksFor(kind, found) ? (hygiene?.counts[kind] ?? null) : null;
  return {
    hygiene: hygiene
      ? { ...counts, no_mail_domain: asked('no_mail_domain'), undeliverable: asked('undeliverable') }
      : null,
    hygiene_examples: examples,
    leave_out,
  };
};

const presentReason = ({ reason, rows, line, lines = [line] }: TrialRefusal) => ({
  reason,
  rows,
  line,
  lines,
});

/** Undoing goes from the last line to the first; cells with newlines make more lines than rows. */
const percentOf = (line: number | undefined, rows: number): number =>
  line === undefined ? 0 : Math.max(0, Math.min(99, Math.floor(100 * (1 - line / Math.max(1, rows)))));

export const presentImport = (found: ImportFields) => ({
  id: found._id,
  user_id: found.user_id,
  /** Null: a file of suppressions, or a dry run of a move. */
  contact_type_id: found.contact_type_id < 0 ? null : found.contact_type_id,
  file_name: found.file_name,
  file_bytes: found.file_bytes,
  encoding: found.encoding,
  /** Null in an import of an earlier version. */
  encoding_by: found.encoding_by ?? null,
  encoding_certain: found.encoding_certain ?? null,
  state: found.state,
  failure: found.failure,
  percent: found.percent,
  rows_read: found.rows_read,
  rows_added: found.rows_added,
  rows_updated: found.rows_updated,
  rows_unchanged: found.rows_unchanged,
  rows_refused: found.rows_refused,
  rows_partial: found.rows_partial ?? 0,
  ...presentStatuses(found),
  ...presentHygiene(found),
  skipped_columns: found.skipped_columns,
  date_orders: presentDates(found),
  dry_run: found.dry_run ?? false,
  /** Null except for a dry run that has ended. */
  trial: found.trial
    ? {
        ...found.trial,
        refusals: found.trial.refusals.map(presentReason),
        dropped: (found.trial.dropped ?? []).map(presentReason),
        statuses: found.trial.statuses ?? [],
        date_orders: presentDates(found),
        new_fields: found.new_fields ?? [],
      }
    : null,
  /** Null if it cannot be undone. */
  undoable_until: timestamp(undoableUntil(found)),
  undo: presentUndo(found),
  finished_at: timestamp(found.finished_at),
  created_at: timestamp(found.created_at),
  updated_at: timestamp(found.updated_at),
});
