import { IMPORT_STATES } from '../../../common/models/imports.ts';
import type { presentImport } from '../../present/imports.ts';
import { entries } from '../entry.ts';
import { count, id, like, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const contactImport = record<ReturnType<typeof presentImport>>('Import', {
  id: id(),
  user_id: id(),
  contact_type_id: id(),
  file_name: text('As it was called where it came from.'),
  file_bytes: count(),
  state: like(oneOf(IMPORT_STATES), 'completed'),
  failure: nullable(text('Why the file could not be imported to its end.')),
  percent: count('0 to 100.'),
  rows_read: count('The sum of the four below.'),
  rows_added: count(),
  rows_updated: count(),
  rows_unchanged: count(),
  rows_refused: count('Rows that could not be used: `contacts/imports/errors` says why.'),
  skipped_columns: list(text(), 'Columns of the file that belong to no field.'),
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
        'byte order mark, or Windows-1252. A contact whose address is there already is updated with the cells that ' +
        'are not empty. `contacts/imports` shows how far it is. Beyond the quota `imports` the answer is 429, before the file ' +
        'is received; rows beyond the quota `contacts` are refused with that reason.',
    },
    importList: { summary: 'List imports', output: contactImport },
    importDetails: { summary: 'Get one import', output: contactImport },
    importErrors: {
      summary: 'Download the rows that an import refused',
      about: 'CSV: `line` (the header is 1), `reason`, then the row as it came.',
    },
  },
);
