import {
  IMPORT_STATES,
  type TrialExample,
  type TrialRefusal,
  UNDO_STATES,
} from '../../../common/models/imports.ts';
import { ENCODING_SOURCES } from '../../../shared/csv-encoding.ts';
import type { presentImport } from '../../present/imports.ts';
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
  text,
  timestamp,
} from '../shapes.ts';

const trial = object<NonNullable<ReturnType<typeof presentImport>['trial']>>(
  {
    examples: list(
      object<TrialExample>({
        line: count('The line of the file, with the header as 1.'),
        result: oneOf(['added', 'updated']),
        fields: list(text(), 'The fields that it would fill or change.'),
      }),
      'At most five contacts that would be added, and five that would be changed.',
    ),
    refusals: list(
      object<TrialRefusal>({
        reason: text(),
        rows: count(),
        line: count('The line of the first of these rows.'),
      }),
      'Refused rows by reason, at most fifty reasons.',
    ),
    whole: boolean('Whether it has looked at the whole file.'),
  },
  'What a dry run found. Null but for one that has ended.',
);

const undo = object<NonNullable<ReturnType<typeof presentImport>['undo']>>(
  {
    state: oneOf(UNDO_STATES),
    failure: nullable(text('Why it could not be undone to its end. It can be asked for again, and goes on.')),
    percent: count('0 to 100.'),
    contacts_removed: count('Contacts that it had added, and that were deleted.'),
    contacts_restored: count('Contacts that it had changed, and that have values of before.'),
    contacts_kept: count('Contacts that were changed since, and stayed as they are.'),
    contacts_gone: count('Contacts that had been deleted before.'),
    opt_outs_kept: count(
      'Addresses that it had opted out, or suppressed as bounced or complained. They stay so. Counted once it is undone.',
    ),
    finished_at: nullable(timestamp()),
  },
  'How far undoing it is. Null if undoing was not asked for.',
);

const contactImport = record<ReturnType<typeof presentImport>>('Import', {
  id: id(),
  user_id: id(),
  contact_type_id: id(),
  file_name: text('As it was called where it came from.'),
  file_bytes: count(),
  encoding: like(text('How the file is read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.'), 'utf-8'),
  encoding_by: like(
    nullable(
      oneOf(
        ENCODING_SOURCES,
        'How it is known: by the input `encoding`, by the byte order mark, by the contents, or not, so that it is a guess. Null for an import of an earlier version.',
      ),
    ),
    'content',
  ),
  encoding_certain: like(
    nullable(boolean('False where the encoding is a guess: look at the names before you import.')),
    true,
  ),
  state: like(oneOf(IMPORT_STATES), 'completed'),
  failure: nullable(text('Why the file could not be imported to its end.')),
  percent: count('0 to 100.'),
  rows_read: count('The sum of the four below, and of the rows that say that they are left out.'),
  rows_added: count(),
  rows_updated: count(),
  rows_unchanged: count(),
  rows_refused: count('Rows that could not be used: `contacts/imports/errors` says why.'),
  ...saidOfFile,
  skipped_columns: list(text(), 'Columns of the file that belong to no field.'),
  dry_run: like(boolean('Whether nothing is imported: the counts say what would happen.'), false),
  trial: nullable(trial),
  undoable_until: nullable(timestamp('Until when it can be undone; null if it can not.')),
  undo: nullable(undo),
  finished_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const imports = entries(
  {
    name: 'Imports',
    about:
      'CSV files on their way into a contact type. The upload answers once the file is stored and its header is ' +
      'checked; the rows are imported in the background.',
  },
  {
    contactCsvSample: {
      summary: 'Download a CSV sample',
      about: 'A header with every column that an import of this account reads, and one row.',
    },
    contactUploadCsv: {
      summary: 'Import contacts from a CSV file',
      about:
        'Columns go by name, in any order; `email` has to be there. Comma, semicolon or tab; UTF-8, UTF-16 with a ' +
        'byte order mark, or Windows-1252: `encoding` of the answer says which, and `encoding_certain` is false where it is a guess. ' +
        'A row with bytes that the encoding does not have is refused, and the input `encoding` names another one. A contact whose address is there already is updated with the cells that ' +
        'are not empty. A column, heading or file name that says a status (unsubscribed, bounced, pending …) is recognised and applied: the ' +
        'answer, the dry run and the import count the rows by status, and nobody is mailed whom the file does not call mailable. `contacts/imports` shows how far it is. Beyond the quota `imports` the answer is 429, before the file ' +
        'is received; rows beyond the quota `contacts` are refused with that reason. With `dry_run` 1 nothing is imported: the counts of ' +
        'the import then say what would happen, and `trial` has examples.',
    },
    importList: { summary: 'List imports', output: contactImport },
    importDetails: { summary: 'Get one import', output: contactImport },
    importUndo: {
      summary: 'Undo an import',
      about:
        'Within 30 days of its end. Contacts that it added are deleted, unless a call, another import or a person changed them since. In contacts ' +
        'that it changed, each cell that still has what it wrote gets its value of before. Mails that were sent meanwhile stay in the reports, and ' +
        'opt-outs stay. A worker does it: `undo` of the import shows how far it is. Asking again changes nothing.',
    },
    importErrors: {
      summary: 'Download the rows that an import refused',
      about: 'CSV: `line` (the header is 1), `reason`, then the row as it came.',
    },
  },
);
