import { dayOf } from '../../common/domain/segment-days.ts';
import type { UnknownStatus } from '../../common/domain/statuses/counted.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { ImportDocument, ProposedField } from '../../common/models/imports.ts';
import { STATUS_OF_REASON } from '../../common/models/move-rows.ts';
import { HELD_DAYS, type MoveDocument, type MoveFile, type UnmovedFile } from '../../common/models/moves.ts';
import { undoableUntil } from '../../common/queries/imports.ts';
import { TOOL_NAMES } from '../../shared/move-tools.ts';
import type { StatusBasis } from '../../shared/statuses/plan.ts';
import { noStatuses, STATUSES, type StatusCounts } from '../../shared/statuses/statuses.ts';
import { presentImport } from './imports.ts';

export const MOVE_STATES = ['reading', 'planned', 'applying', 'applied', 'undone', 'failed'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** The dry runs and imports of a move, by id. */
export type MoveImports = ReadonlyMap<number, ImportDocument>;

const DAY_MS = 24 * 3600_000;
const GONE = `The files were deleted, as the move was not applied within ${HELD_DAYS} days.`;

const importsOf = (imports: MoveImports, ids: readonly (number | null)[]): ImportDocument[] =>
  ids.flatMap((id) => imports.get(id ?? 0) ?? []);

export const trialsOf = ({ files }: MoveDocument, imports: MoveImports): ImportDocument[] =>
  importsOf(
    imports,
    files.map((file) => file.trial_id),
  );
export const appliedOf = ({ files }: MoveDocument, imports: MoveImports): ImportDocument[] =>
  importsOf(
    imports,
    files.map((file) => file.import_id),
  );

const isOpen = ({ finished_at }: ImportDocument): boolean => finished_at === null;
const isUndone = ({ remembered, undo_state }: ImportDocument): boolean =>
  remembered === undefined || undo_state === 'completed';

/** The state, and why it failed. */
export function stateOf(
  move: MoveDocument,
  imports: MoveImports,
): { state: MoveState; failure: string | null } {
  const state = (name: MoveState, failure: string | null = null) => ({ state: name, failure });
  if (move.applied_at === null) {
    const trials = trialsOf(move, imports);
    if (trials.some(isOpen)) return state('reading');
    return trials.some(({ file_id }) => file_id !== null) ? state('planned') : state('failed', GONE);
  }
  const applied = appliedOf(move, imports);
  if (applied.some(isOpen)) return state('applying');
  if (move.undo_at !== null && applied.every(isUndone)) return state('undone');
  const failed = applied.find((one) => one.failure !== null || one.undo_failure);
  return failed ? state('failed', failed.undo_failure ?? failed.failure) : state('applied');
}

/** Until when a move can be undone; null: it cannot. */
export function moveUndoableUntil(move: MoveDocument, imports: MoveImports): Date | null {
  const ends = appliedOf(move, imports)
    .filter(({ remembered }) => remembered !== undefined)
    .map(undoableUntil);
  if (ends.length === 0 || ends.includes(null)) return null;
  return new Date(Math.min(...ends.map(Number)));
}

/** Rows by outcome: each row has one. */
export interface MovedRows extends StatusCounts {
  rows: number;
  refused: number;
}

const noRows = (): MovedRows => ({ rows: 0, ...noStatuses(), refused: 0 });

export function rowsOf(found: ImportDocument): MovedRows {
  const { statuses } = presentImport(found);
  const { rows_read: rows, rows_refused: refused, suppress } = found;
  const known = STATUSES.reduce((sum, status) => sum + statuses[status], 0);
  // Unknown words, of which only the first are counted by word.
  const other = suppress ? STATUS_OF_REASON[suppress.reason] : 'unconfirmed';
  return { rows, ...statuses, [other]: statuses[other] + rows - refused - known, refused };
}

export const sumOfRows = (all: readonly MovedRows[]): MovedRows =>
  all.reduce((sum, one) => {
    for (const key of Object.keys(sum) as (keyof MovedRows)[]) sum[key] += one[key];
    return sum;
  }, noRows());

export interface MoveProblem {
  code:
    | 'unreadable'
    | 'not_read_to_end'
    | 'encoding_guessed'
    | 'unknown_statuses'
    | 'no_statuses'
    | 'refused_rows';
  text: string;
}

interface MoveColumn {
  /** A column, or a key of JSON cells. */
  column: string;
  field: string | null;
  new_field: Pick<ProposedField, 'name' | 'type'> | null;
}

function columnsOf({ header, columns, new_fields = [], suppress }: ImportDocument): MoveColumn[] {
  if (suppress) return header.map((column, at) => ({ column, field: columns[at] ?? null, new_field: null }));
  const proposed = new Map(new_fields.map(({ heading, name, type }) => [heading, { name, type }]));
  const ofHeader = header.map((column, at): MoveColumn => {
    const field = columns[at] ?? null;
    const new_field = field === null ? (proposed.get(column) ?? null) : null;
    if (new_field) proposed.delete(column);
    return { column, field, new_field };
  });
  return [...ofHeader, ...[...proposed].map(([column, new_field]) => ({ column, field: null, new_field }))];
}

function problemsOf(found: ImportDocument, { whole }: { whole: boolean }): MoveProblem[] {
  const { rows_refused, unknown_statuses = [], encoding, encoding_certain, failure } = found;
  const unknown = unknown_statuses.map(
    ({ word, rows }) => `${word === '' ? 'blank' : `"${word}"`} (${rows})`,
  );
  const problems: (MoveProblem | false)[] = [
    failure !== null && { code: 'unreadable', text: failure },
    failure === null &&
      found.finished_at !== null &&
      !whole && { code: 'not_read_to_end', text: 'The plan counts the beginning of the file only.' },
    encoding_certain === false && {
      code: 'encoding_guessed',
      text: `The encoding ${encoding} is a guess. Check the names.`,
    },
    unknown.length > 0 && {
      code: 'unknown_statuses',
      text: `People with these words for their status get no campaigns, unless you decide otherwise: ${unknown.join(', ')}.`,
    },
    !found.statuses_by && {
      code: 'no_statuses',
      text: 'The file has no statuses, so all its people get campaigns. Add the lists of people who get none.',
    },
    rows_refused > 0 && { code: 'refused_rows', text: `${rows_refused} rows cannot be imported.` },
  ];
  return problems.filter((one) => one !== false);
}

const UNMOVED_TEXTS: Readonly<Record<UnmovedFile['why'], string>> = {
  no_table: 'It is no table: only .csv, .tsv and .txt files have people.',
  other_sheet: 'Only the first sheet of a workbook is moved. Upload the sheet as a file of its own.',
};

const UNREAD = { encoding: null, status_by: null, ...noRows(), unknown_statuses: [], fields: [] };

interface PresentedFile extends Pick<MoveFile, 'kind' | 'tool' | 'trial_id' | 'import_id'>, MovedRows {
  name: string;
  whole: boolean;
  encoding: string | null;
  status_by: StatusBasis | null;
  unknown_statuses: UnknownStatus[];
  contact_type_id: number | null;
  fields: MoveColumn[];
  problems: MoveProblem[];
}

function presentFile(file: MoveFile, imports: MoveImports): PresentedFile {
  const { kind, tool, trial_id, import_id, problem } = file;
  const trial = imports.get(trial_id ?? 0);
  const applied = imports.get(import_id ?? 0);
  const shared = { kind, tool, trial_id, import_id };
  if (!trial) {
    const text = [problem?.text, problem?.hint].filter(Boolean).join(' ');
    const problems: MoveProblem[] = [{ code: 'unreadable', text }];
    return { name: file.name ?? '', ...shared, ...UNREAD, whole: true, contact_type_id: null, problems };
  }
  const { status_by, unknown_statuses, encoding, trial: looked } = presentImport(trial);
  const whole = looked?.whole ?? trial.finished_at === null;
  return {
    name: trial.file_name,
    ...shared,
    ...rowsOf(trial),
    whole,
    encoding,
    status_by,
    unknown_statuses,
    contact_type_id: applied ? presentImport(applied).contact_type_id : null,
    fields: columnsOf(trial),
    problems: problemsOf(trial, { whole }),
  };
}

const presentUndo = (move: MoveDocument, imports: MoveImports) => {
  if (move.undo_at === null) return null;
  const all = appliedOf(move, imports).flatMap((one) => presentImport(one).undo ?? []);
  const sum = (
    key: 'contacts_removed' | 'contacts_restored' | 'contacts_kept' | 'contacts_gone' | 'opt_outs_kept',
  ) => all.reduce((total, one) => total + one[key], 0);
  return {
    contacts_removed: sum('contacts_removed'),
    contacts_restored: sum('contacts_restored'),
    contacts_kept: sum('contacts_kept'),
    contacts_gone: sum('contacts_gone'),
    opt_outs_kept:
      sum('opt_outs_kept') +
      appliedOf(move, imports)
        .filter(({ suppress }) => suppress)
        .reduce((total, { rows_added }) => total + rows_added, 0),
  };
};

export function presentMove(move: MoveDocument, imports: MoveImports) {
  const files = move.files.map((file) => presentFile(file, imports));
  return {
    id: move._id,
    user_id: move.user_id,
    tool: move.tool,
    ...progressOf(move, imports),
    files,
    total: { ...sumOfRows(files), duplicates: move.duplicates },
    not_moved: (move.not_moved?.files ?? []).map(({ name, why }) => ({
      name,
      code: why,
      text: UNMOVED_TEXTS[why],
    })),
    not_moved_count: move.not_moved?.count ?? 0,
    /** Of files of contacts for which the caller names none. */
    new_contact_type: newTypeName(move),
  };
}

/** The rows are those of the imports once the move is applied, before that those of the dry runs. */
export const presentListedMove = (move: MoveDocument, imports: MoveImports) => ({
  id: move._id,
  user_id: move.user_id,
  tool: move.tool,
  ...progressOf(move, imports),
  file_names: move.files.map(({ name, trial_id }) => name ?? imports.get(trial_id ?? 0)?.file_name ?? ''),
  total: sumOfRows((move.applied_at === null ? trialsOf : appliedOf)(move, imports).map(rowsOf)),
});

function progressOf(move: MoveDocument, imports: MoveImports) {
  const { state, failure } = stateOf(move, imports);
  const isHeld = state === 'reading' || state === 'planned';
  return {
    state,
    failure,
    expires_at: timestamp(isHeld ? new Date(move.created_at.getTime() + HELD_DAYS * DAY_MS) : null),
    applied_at: timestamp(move.applied_at),
    undoable_until: timestamp(moveUndoableUntil(move, imports)),
    undo: presentUndo(move, imports),
    created_at: timestamp(move.created_at),
    updated_at: timestamp(move.updated_at),
  };
}

export const newTypeName = ({ tool, created_at }: Pick<MoveDocument, 'tool' | 'created_at'>): string =>
  `${tool ? TOOL_NAMES[tool] : 'Import'} ${dayOf(created_at, 'utc')}`;

export function presentReceipt(move: MoveDocument, imports: MoveImports) {
  const { state, failure } = stateOf(move, imports);
  const moved = move.files.flatMap((file) => {
    const found = imports.get(file.import_id ?? 0);
    return found ? [{ file, found, counted: rowsOf(found) }] : [];
  });
  return {
    id: move._id,
    tool: move.tool,
    state,
    failure,
    files: moved.map(({ file, found, counted }) => ({
      name: found.file_name,
      kind: file.kind,
      contact_type_id: presentImport(found).contact_type_id,
      import_id: found._id,
      state: found.state,
      failure: found.failure,
      ...counted,
    })),
    total: sumOfRows(moved.map(({ counted }) => counted)),
    applied_at: timestamp(move.applied_at),
  };
}
