import { type DoubtfulRow, HYGIENE_KINDS } from '../../../common/domain/address-doubts.ts';
import { DATE_ORDERS, type FieldDateOrder } from '../../../common/domain/written-values.ts';
import {
  IMPORT_STATES,
  type TrialExample,
  type TrialRefusal,
  type TrialStatus,
  UNDO_STATES,
} from '../../../common/models/imports.ts';
import { ENCODING_SOURCES } from '../../../shared/csv-encoding.ts';
import { STATUSES } from '../../../shared/statuses/statuses.ts';
import type { presentImport } from '../../present/imports.ts';
import { entries } from '../entry.ts';
import { proposedField, saidOfFile } from '../said-of-file.ts';
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
  text,
  timestamp,
} from '../shapes.ts';

const newFields = list(
  proposedField,
  'Custom fields to make with `new_fields[<heading>]=<type>`, at most 50: for columns without a field.',
);

const dateOrders = list(
  object<FieldDateOrder>({ field: text(), order: nullable(oneOf(DATE_ORDERS)) }),
  'Fields with dates such as `03/07/1991`, and whether these are read day first (`dmy`) or month first (`mdy`): by the input `date_order`, or ' +
    'as the whole column shows. Null: the column shows no order, or contradicts itself, and these dates are left out. Empty until it is decided.',
);

const trialReason = object<Required<TrialRefusal>>({
  reason: text(),
  rows: count(),
  line: count('The line of the first of these rows.'),
  lines: list(count(), 'The lines of the first five of these rows.'),
});

const trial = object<NonNullable<ReturnType<typeof presentImport>['trial']>>(
  {
    examples: list(
      object<TrialExample>({
        line: count('The line of the file; the header is line 1.'),
        result: oneOf(['added', 'updated']),
        fields: list(text(), 'The fields that the import would fill or change.'),
      }),
      'At most five contacts that would be added, and five that would be updated.',
    ),
    refusals: list(trialReason, 'Refused rows by reason, at most 50 reasons.'),
    dropped: list(trialReason, 'Cells without which rows would be imported, by reason, at most 50 reasons.'),
    statuses: list(
      object<TrialStatus>({
        status: oneOf(STATUSES),
        word: nullable(
          text('The unknown word of these rows, blank for a blank cell; null for a known status.'),
        ),
        lines: list(count(), 'At most three lines of the file.'),
      }),
      'Examples of rows by status, and by unknown word.',
    ),
    date_orders: dateOrders,
    whole: boolean('Whether the dry run read the whole file.'),
    new_fields: newFields,
  },
  'The result of a dry run; null except after its end.',
);

const doubtful = list(
  object<DoubtfulRow>({
    line: count('The line of the file.'),
    meant: nullable(text('The domain that was probably meant; null except for a typing error.')),
  }),
);

const undo = object<NonNullable<ReturnType<typeof presentImport>['undo']>>(
  {
    state: oneOf(UNDO_STATES),
    failure: nullable(text('Why the undo failed. Request it again to continue it.')),
    percent: count('Progress from 0 to 100.'),
    contacts_removed: count('Contacts that the import added and the undo deleted.'),
    contacts_restored: count('Contacts that the import changed and the undo gave their earlier values.'),
    contacts_kept: count('Contacts that were changed since the import, and were not undone.'),
    contacts_gone: count('Contacts that were deleted before the undo.'),
    opt_outs_kept: count(
      'Addresses that the import opted out, or suppressed as bounced or complained. They stay so. Counted at the end of the undo.',
    ),
    finished_at: nullable(timestamp()),
  },
  'The progress of the undo; null if it was not requested.',
);

const contactImport = record<ReturnType<typeof presentImport>>('Import', {
  id: id(),
  user_id: id(),
  contact_type_id: nullable(id('Null for a file of suppressions, and for a dry run of a move.')),
  file_name: text('The name of the uploaded file.'),
  file_bytes: count(),
  encoding: like(
    text('The encoding in which the service reads the file, such as `utf-8` or `windows-1250`.'),
    'utf-8',
  ),
  encoding_by: like(
    nullable(
      oneOf(
        ENCODING_SOURCES,
        'The source of the encoding: the input `encoding` (`input`), the byte order mark (`mark`), the contents (`content`), or a guess ' +
          '(`guess`). Null for an import of an earlier version.',
      ),
    ),
    'content',
  ),
  encoding_certain: like(
    nullable(boolean('False if the encoding is a guess: check the names before you import.')),
    true,
  ),
  state: like(oneOf(IMPORT_STATES), 'completed'),
  failure: nullable(text('Why the import stopped before the end of the file.')),
  percent: count('Progress from 0 to 100.'),
  rows_read: count('The sum of the four counts below, and of the rows with the status `left_out`.'),
  rows_added: count(),
  rows_updated: count(),
  rows_unchanged: count(),
  rows_refused: count('Rows that could not be imported; `contacts/imports/errors` gives the reasons.'),
  rows_partial: count(
    'Of the added, updated and unchanged rows, those without a cell that could not be read; `contacts/imports/partial` lists them.',
  ),
  ...saidOfFile,
  hygiene: nullable(
    object<NonNullable<ReturnType<typeof presentImport>['hygiene']>>(
      {
        typo: count('Addresses with a probable typing error in a large domain.'),
        role: count('Addresses of a role, such as `abuse@`.'),
        disposable: count('Addresses of disposable domains.'),
        no_mail_domain: nullable(
          count(
            'Addresses of domains that take no mail; null if it was not looked up (only dry runs and `leave_out[]=no_mail_domain` do).',
          ),
        ),
        undeliverable: nullable(
          count(
            'Addresses from which mail of the account bounced for good; null if it was not looked up (only dry runs and `leave_out[]=undeliverable` do).',
          ),
        ),
      },
      'Rows with doubtful addresses; a row counts in each of its kinds. Null for an import of an earlier version, and of suppressions.',
    ),
  ),
  hygiene_examples: object<ReturnType<typeof presentImport>['hygiene_examples']>(
    {
      typo: doubtful,
      role: doubtful,
      disposable: doubtful,
      no_mail_domain: doubtful,
      undeliverable: doubtful,
    },
    'The first five rows of each kind.',
  ),
  leave_out: list(oneOf(HYGIENE_KINDS), 'Kinds whose rows were left out; they count as `left_out`.'),
  skipped_columns: list(text(), 'Columns of the file that match no field.'),
  date_orders: dateOrders,
  dry_run: like(
    boolean('Whether it is a dry run: nothing is imported, and the counts show what would change.'),
    false,
  ),
  trial: nullable(trial),
  undoable_until: nullable(timestamp('The end of the time in which it can be undone; null if it cannot.')),
  undo: nullable(undo),
  finished_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const imports = entries(
  {
    name: 'Imports',
    about:
      'CSV files that are imported into a contact type. The answer of the upload comes when the file is stored and its header is checked. A ' +
      'worker imports the rows in the background.',
  },
  {
    contactCsvSample: {
      summary: 'Download a CSV sample',
      about: 'A header with every column that an import of this account reads, and one example row.',
    },
    contactUploadCsv: {
      summary: 'Import contacts from a CSV file',
      about:
        'The header names the columns, in any order; `email` is required. The separator is a comma, semicolon, tab or `|`. The encoding is UTF-8, ' +
        'UTF-16 or a code page: `encoding` of the answer names it, and `encoding_certain` is false if it is a guess. The input `encoding` sets ' +
        'another one. A row with bytes that the encoding does not have is refused. A row whose address exists updates its ' +
        'contact with the cells that are not empty. The service recognises a status (unsubscribed, bounced, pending …) in a column, heading or ' +
        'file name, and applies it. The answer, the dry run and the import count the rows by status. People that the file does not call mailable ' +
        'get no campaigns. `contacts/imports` shows the progress. Over the quota `imports` the answer is 429, before the file is received. Rows ' +
        'over the quota `contacts` are refused with that reason. With `dry_run` 1 nothing is imported: the counts of the import show what would ' +
        'change, and `trial` has examples.',
    },
    contactUpload: {
      summary: 'Import contacts from a table, a workbook or an archive',
      output: list(like(id(), 8), 'The ids of the imports: one for each file of an archive.'),
      about:
        'As `contacts/upload-csv`, for files that end in .csv, .tsv, .txt, .gz, .zip or .xlsx. An archive may have 50 tables, each of which becomes an ' +
        'import with the statuses of its own name. `id` and `encoding` are those of the first; `statuses` are the sums. It may not be larger than ' +
        'a CSV file when it is unpacked, nor than a hundred times its size, and have no archive in it. A wrong file refuses all.',
    },
    importList: { summary: 'List imports', output: contactImport },
    importDetails: { summary: 'Get one import', output: contactImport },
    importUndo: {
      summary: 'Undo an import',
      about:
        'Possible within 30 days after its end. Contacts that the import added are deleted, unless a call, another import or a person has changed' +
        ' them since. In contacts that it changed, each cell that still has the imported value gets its earlier value. Mails that were sent in ' +
        'the meantime stay in the reports, and opt-outs stay. A worker does the work; `undo` of the import shows the progress. A repeated call ' +
        'changes nothing.',
    },
    importErrors: {
      summary: 'Download the rows that an import refused',
      about: 'A CSV file with `line` (the header is 1), `reason`, and the row as it was in the file.',
    },
    importPartial: {
      summary: 'Download the cells that an import left out',
      about:
        'A CSV file with `line` (the header is 1), `field`, `reason` and `cell`. The rows were imported without these cells.',
    },
  },
);
