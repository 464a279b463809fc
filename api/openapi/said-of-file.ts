import { FIELD_TYPES } from '../../common/domain/custom-values.ts';
import type { ProposedField } from '../../common/models/imports.ts';
import { SAID_BY, type StatusBasis } from '../../shared/statuses/plan.ts';
import type { StatusCounts } from '../../shared/statuses/statuses.ts';
import type { presentImport } from '../present/imports.ts';
import { count, like, list, nullable, object, oneOf, text } from './shapes.ts';

type ImportAnswer = ReturnType<typeof presentImport>;

const statusCounts = object<StatusCounts>(
  {
    mailable: count('Rows of people who may get campaigns. All rows if the file gives no statuses.'),
    opted_out: count('Rows of people who opted out of all mail or of `opt_out_group`.'),
    bounced: count('Rows of addresses that a mail server refused permanently. They are suppressed.'),
    complained: count(
      'Rows of people who reported a mail as spam. They are suppressed and opted out of all mail.',
    ),
    unconfirmed: count(
      'Rows of people who get no campaigns, and are in no segment or automation, until they are confirmed.',
    ),
    left_out: count('Rows that are not imported.'),
  },
  'Rows by the status in the file, without refused rows and rows with an unknown word.',
);

const by = nullable(
  object<StatusBasis>(
    {
      by: oneOf(SAID_BY),
      name: nullable(text('The name of the column or heading, or the words of the file name.')),
    },
    'Where the file has its statuses. Null: it has none, and all its rows are mailable.',
  ),
);

const unknown = list(
  object<ImportAnswer['unknown_statuses'][number]>({
    word: text('The word; blank for blank cells.'),
    rows: count(),
  }),
  'Words that are no known status, with the number of their rows; at most 50. These rows are imported as unconfirmed, unless ' +
    '`statuses[<word>]` gives their status.',
);

/** The statuses of a file, in an import and in the answer of its upload. */
export const saidOfFile = {
  statuses: statusCounts,
  status_by: like(by, { by: 'column', name: 'Status' }),
  unknown_statuses: unknown,
};

export const proposedField = object<ProposedField>({
  heading: like(text('The column, or the key of JSON cells.'), 'Shoe size'),
  name: like(text('The name that the custom field would have.'), 'Shoe_size'),
  type: like(oneOf(FIELD_TYPES, 'The type that fits its cells in the first rows.'), 'number'),
});
