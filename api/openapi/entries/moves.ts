import { FIELD_TYPES } from '../../../common/domain/custom-values.ts';
import { IMPORT_STATES } from '../../../common/models/imports.ts';
import { MOVE_FILE_KINDS, UNMOVED_REASONS } from '../../../common/models/moves.ts';
import { MOVE_TOOLS } from '../../../shared/move-tools.ts';
import {
  MOVE_STATES,
  type MovedRows,
  type MoveProblem,
  type presentListedMove,
  type presentMove,
  type presentReceipt,
} from '../../present/moves.ts';
import { type ListedMoveRow, OUTCOMES } from '../../resources/move-receipts.ts';
import { entries } from '../entry.ts';
import { saidOfFile } from '../said-of-file.ts';
import {
  boolean,
  count,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  record,
  type ShapeFields,
  text,
  timestamp,
} from '../shapes.ts';

type PresentedMove = ReturnType<typeof presentMove>;
type FileOfMove = PresentedMove['files'][number];
type ListedMove = ReturnType<typeof presentListedMove>;
type Receipt = ReturnType<typeof presentReceipt>;

const rows: ShapeFields<MovedRows> = {
  rows: like(count('The sum of the counts below.'), 12),
  mailable: like(count('Rows of people who may get campaigns.'), 4),
  opted_out: like(count('Rows of people who opted out.'), 4),
  bounced: like(count('Rows of addresses that a mail server refused permanently.'), 4),
  complained: count('Rows of people who reported a mail as spam.'),
  unconfirmed: count(
    'Rows of people who get no campaigns until they are confirmed, and of unknown words for a status.',
  ),
  left_out: count('Rows that are not moved.'),
  refused: like(count('Rows that cannot be moved.'), 0),
};

const tool = nullable(oneOf(MOVE_TOOLS, 'The service that wrote it; null: unknown.'));
const kind = oneOf(
  MOVE_FILE_KINDS,
  'contacts · suppressions: only addresses, which get no mail; without a `contact_type_id` they become no contacts · unreadable.',
);

const file = object<FileOfMove>({
  name: like(text(), 'cleaned_email_audience_export_4f27b0.csv'),
  kind: like(kind, 'contacts'),
  tool: like(tool, 'mailchimp'),
  trial_id: nullable(like(id('The dry run: `contacts/imports/errors` lists its refused rows.'), 8)),
  import_id: nullable(like(id('The import; null until the move is applied.'), 9)),
  ...rows,
  whole: boolean('Whether the whole file is counted.'),
  encoding: nullable(like(text('The encoding of the file; null: unreadable.'), 'utf-8')),
  status_by: saidOfFile.status_by,
  unknown_statuses: saidOfFile.unknown_statuses,
  contact_type_id: nullable(id('The contact type of its people, once the move is applied.')),
  fields: list(
    object<FileOfMove['fields'][number]>({
      column: like(text('A column, or a key of JSON cells.'), 'First Name'),
      field: nullable(like(text('The field that it fills; null: none.'), 'first_name')),
      new_field: nullable(
        object<NonNullable<FileOfMove['fields'][number]['new_field']>>(
          { name: text(), type: oneOf(FIELD_TYPES) },
          'The custom field that `new_fields[<column>]=<type>` would make.',
        ),
      ),
    }),
  ),
  problems: list(
    object<MoveProblem>({
      code: oneOf([
        'unreadable',
        'not_read_to_end',
        'encoding_guessed',
        'unknown_statuses',
        'no_statuses',
        'refused_rows',
      ]),
      text: text(),
    }),
    'What is not moved, or is uncertain, and why.',
  ),
});

const state = oneOf(
  MOVE_STATES,
  'reading: the plan is being made · planned: it can be applied · applying · applied · undone · failed: `failure` says why.',
);
const failure = nullable(text('Why the move failed.'));

const undo = nullable(
  object<NonNullable<PresentedMove['undo']>>(
    {
      contacts_removed: count('Contacts that the move added and the undo deleted.'),
      contacts_restored: count('Contacts that the move changed and the undo gave their earlier values.'),
      contacts_kept: count('Contacts that were changed since, and were not undone.'),
      contacts_gone: count('Contacts that were deleted before the undo.'),
      opt_outs_kept: count('Opt-outs and suppressions that the move made. They stay.'),
    },
    'The progress of the undo; null if it was not requested.',
  ),
);

const shared = {
  id: like(id(), 5),
  user_id: id(),
  tool: like(tool, 'mailchimp'),
  state: like(state, 'planned'),
  failure: like(failure, null),
  expires_at: nullable(timestamp('Until then it can be applied; null: no longer.')),
  applied_at: nullable(timestamp()),
  undoable_until: nullable(timestamp('The end of the time in which it can be undone; null: it cannot.')),
  undo,
  created_at: timestamp(),
  updated_at: timestamp(),
};

const listedMove = record<ListedMove>('ListedMove', {
  ...shared,
  file_names: like(list(text()), ['cleaned_email_audience_export_4f27b0.csv']),
  total: object<MovedRows>(rows, 'Rows of the plan; once the move is applied, of the receipt.'),
});

const move = record<PresentedMove>('Move', {
  ...shared,
  files: list(file, 'The tables, in the order of the upload.'),
  total: object<PresentedMove['total']>({
    ...rows,
    duplicates: count(
      'Rows whose address an earlier row has, among the first rows of each file. They are counted above, too.',
    ),
  }),
  not_moved: list(
    object<PresentedMove['not_moved'][number]>({
      name: like(text(), 'granular_activity/2026-05.json'),
      code: oneOf(UNMOVED_REASONS, 'no_table · other_sheet: a sheet of a workbook after the first.'),
      text: text(),
    }),
    'Files of archives and sheets of workbooks that are no part of the move; at most 50. Hidden files are not listed.',
  ),
  not_moved_count: count('The number of all of them.'),
  new_contact_type: like(
    text('The name of the contact type that the move makes for people without a `contact_type_id`.'),
    'Mailchimp 2026-11-29',
  ),
});

const receipt = record<Receipt>('MoveReceipt', {
  id: like(id(), 5),
  tool: like(tool, 'mailchimp'),
  state: like(state, 'applied'),
  failure: like(failure, null),
  files: list(
    object<Receipt['files'][number]>({
      name: like(text(), 'cleaned_email_audience_export_4f27b0.csv'),
      kind: like(kind, 'contacts'),
      contact_type_id: nullable(id('Null for a file of suppressions.')),
      import_id: like(id(), 9),
      state: like(oneOf(IMPORT_STATES), 'completed'),
      failure: nullable(text('Why the import stopped before the end of the file.')),
      ...rows,
    }),
  ),
  total: object<MovedRows>(rows),
  applied_at: nullable(timestamp()),
});

const row = record<ListedMoveRow>('MoveRow', {
  id: like(id('The position of the row in the list, for `after_id`.'), 2),
  email: nullable(
    like(
      text('The address as it was read; null: the person was erased, or the row has no such cell.'),
      'ada@example.com',
    ),
  ),
  status: oneOf(OUTCOMES),
  file: text('The name of the file.'),
  import_id: id(),
  line: count('The line of the file; the header is usually line 1.'),
  reason: nullable(text('Why the row was refused.')),
});

export const moves = entries(
  {
    name: 'Moves',
    about:
      'From another service to this one: an export of listmonk, Mailchimp, SendGrid, Brevo, Keila or Mautic becomes contacts, opt-outs and ' +
      'suppressions. First a plan shows what would be moved. After it is applied, a receipt counts each row.',
  },
  {
    moveAdd: {
      summary: 'Plan a move',
      about:
        'Takes an archive, or several tables. Each is read as by `contacts/upload`, with a dry run of its own; no contact is stored. ' +
        '`moves/details` has the plan once its state is `planned`. A table that cannot be read is in the plan with the reason; if none can be ' +
        'read, the answer is 422. The files are deleted after seven days unless the move is applied.',
    },
    moveList: {
      summary: 'List moves',
      about: 'Newest first. For the next page, use the last `id` of this page as `before_id`.',
      output: list(listedMove),
    },
    moveDetails: { summary: 'Get a move and its plan', output: move },
    moveApply: {
      summary: 'Apply a move',
      about:
        'Imports the files of the plan, with decisions as for `contacts/upload`. No import lifts an opt-out, and contacts that their file does ' +
        'not call mailable get no campaigns. Without a `contact_type_id` the contacts go into a new contact type. A second call is a 409.',
    },
    moveReceipt: {
      summary: 'Get the receipt of a move',
      about:
        'Each row of the files has one outcome. While the move is being applied, it counts the rows so far.',
      output: receipt,
    },
    moveReceiptRows: {
      summary: 'List the rows behind a count of a receipt',
      about:
        'The rows with one outcome, by file and line; as many as the receipt counts. They are stored as long as the refused rows of imports.',
      output: row,
    },
    moveReceiptDownload: {
      summary: 'Download the receipt of a move',
      about:
        'A CSV file with a line for each file, and one for the total. With `status`, the rows behind that count: `email`, `status`, `file`, `line`' +
        ' and `reason`.',
    },
    moveUndo: {
      summary: 'Undo a move',
      about:
        'Possible within 30 days after its end, as `contacts/imports/undo` for all its imports together. Contacts that existed before stay, and ' +
        'all opt-outs and suppressions. `undo` of the move shows the progress. A repeated call changes nothing.',
    },
  },
);
