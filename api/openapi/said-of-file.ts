import { SAID_BY, type StatusBasis } from '../../shared/statuses/plan.ts';
import type { StatusCounts } from '../../shared/statuses/statuses.ts';
import type { presentImport } from '../present/imports.ts';
import { count, like, list, nullable, object, oneOf, text } from './shapes.ts';

type ImportAnswer = ReturnType<typeof presentImport>;

const statusCounts = object<StatusCounts>(
  {
    mailable: count('Rows of people who get campaigns. All, where the file says no statuses.'),
    opted_out: count('Rows of people who opted out: of all mails, or of `opt_out_group`.'),
    bounced: count('Rows of addresses that a server refused for good: they are suppressed.'),
    complained: count(
      'Rows of people who reported a mail as spam: they are suppressed and opted out of all mails.',
    ),
    unconfirmed: count(
      'Rows of people who get no campaigns and are in no segment and no automation until they confirm.',
    ),
    left_out: count('Rows that are not imported.'),
  },
  'Rows by the status that the file says, without refused rows and those whose word is not known.',
);

const by = nullable(
  object<StatusBasis>(
    {
      by: oneOf(SAID_BY),
      name: nullable(text('The name of the column or heading, or the words of the file’s name.')),
    },
    'What the statuses go by. Null: the file says none, and all of its rows are mailable.',
  ),
);

const unknown = list(
  object<ImportAnswer['unknown_statuses'][number]>({ word: text('Blank for blank cells.'), rows: count() }),
  'Words that are no known status, with their rows, at most fifty. These rows are imported as unconfirmed. `statuses[<word>]` decides on them.',
);

/** What an import, and the answer of its upload, show of the statuses of a file. */
export const saidOfFile = {
  statuses: statusCounts,
  status_by: like(by, { by: 'column', name: 'Status' }),
  unknown_statuses: unknown,
};
