import type { CsvEncoding } from '../../../../shared/csv-encoding.ts';
import { count, plural } from './numbers.ts';

const linesOf = (lines: readonly number[]): string =>
  `${plural(lines.length, 'Line', 'Lines')} ${lines.join(', ')}`;

/** The steps of an import, and undoing it. */
export const importSteps = {
  first: 'Choose a file first. You see a preview before anything is imported.',
  columnsOf: 'Columns of the file',
  guessedField: 'Guessed from the cells: please check.',
  fieldFor: (column: string) => `Import ${column} as`,
  noName:
    'Not imported: the column has no name, or another column has the same name. Rename it in the file to use it.',
  fullName: 'First and last name',
  jsonCells: 'Several fields (JSON)',
  partial: (n: number) =>
    `${count(n, 'row was', 'rows were')} imported without cells that could not be read.`,
  dropped: 'Imported without these cells',
  downloadPartial: 'Download these cells',
  newAudience: 'Create a new audience for this file',
  existing: 'Contacts that you already have',
  existingChoices: { update: 'Update them with the file', skip: 'Leave them as they are' },
  sheet: 'Sheet',
  archive: (n: number) =>
    `The archive has ${n} tables. Each is imported separately: its file name can give the status of its contacts, and its columns are matched by name.`,
  dateOrder: 'Dates such as 03/07/1991',
  dateOrders: { found: 'Find the order by column', dmy: 'Day first: 3 July', mdy: 'Month first: March 7' },
  datesRead: {
    dmy: (fields: string) => `Dates in ${fields} are read day first.`,
    mdy: (fields: string) => `Dates in ${fields} are read month first.`,
    unknown: (fields: string) =>
      `Dates such as 03/07/1991 in ${fields} are not imported: the file does not show whether the day or the month comes first, or has dates of both kinds.`,
  },
  row: (line: number, cells: string) => (cells === '' ? `Line ${line}` : `Line ${line}: ${cells}`),
  again: 'Preview again',
  encoding: 'Encoding of the file',
  findEncoding: 'Detect automatically',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1250': 'Windows-1250 (Central Europe)',
    'windows-1251': 'Windows-1251 (Cyrillic)',
    'windows-1252': 'Windows-1252 (Western Europe)',
    'windows-1253': 'Windows-1253 (Greek)',
    'windows-1254': 'Windows-1254 (Turkish)',
    'windows-1255': 'Windows-1255 (Hebrew)',
    'windows-1256': 'Windows-1256 (Arabic)',
    'windows-1257': 'Windows-1257 (Baltic)',
    'iso-8859-2': 'ISO 8859-2 (Central Europe)',
    'iso-8859-15': 'ISO 8859-15 (Western Europe)',
    'koi8-r': 'KOI8-R (Russian)',
    'koi8-u': 'KOI8-U (Ukrainian)',
    macintosh: 'Mac Roman (Western Europe)',
    shift_jis: 'Shift JIS (Japanese)',
    'euc-jp': 'EUC-JP (Japanese)',
    gb18030: 'GB 18030 (simplified Chinese)',
    big5: 'Big5 (traditional Chinese)',
    'euc-kr': 'EUC-KR (Korean)',
  } satisfies Record<CsvEncoding, string>,
  readAs: (encoding: string) => `The file is read as ${encoding}`,
  readBy: {
    input: 'as chosen',
    mark: 'from its byte order mark',
    content: 'from its contents',
    guess: 'by a guess',
  },
  guessed: 'Check names with umlauts and accents. If they are wrong, choose another encoding.',
  trial: 'Import preview',
  seriesTitle: 'Import and start automations?',
  seriesHint: (names: string, n: number | null, bound: 'exact' | 'least' | 'most') =>
    `${n === null ? 'New contacts get' : `${{ exact: '', least: 'At least ', most: 'Up to ' }[bound]}${count(n, 'new contact gets', 'new contacts get')}`} the emails of live automations: ${names}. Sent emails cannot be recalled.`,
  trialHint: 'See the result before you import. The preview changes nothing.',
  look: 'Preview import',
  start: (n: number, unit: 'contacts' | 'rows', bound: 'exact' | 'least' | 'most') =>
    `Import ${{ exact: '', least: 'at least ', most: 'up to ' }[bound]}${unit === 'rows' ? count(n, 'row', 'rows') : count(n, 'contact', 'contacts')}`,
  startAfter: 'You can start the import once the preview is ready.',
  looking: 'Reading the file…',
  wouldAdd: 'New',
  wouldChange: 'Changed',
  wouldLeave: 'Unchanged',
  wouldRefuse: 'Refused',
  beginning: (n: number) =>
    `The preview shows the first ${count(n, 'row', 'rows')}. The import reads the whole file.`,
  example: {
    added: (lines: readonly number[], fields: string) => `${linesOf(lines)}: a new contact with ${fields}`,
    updated: (lines: readonly number[], fields: string) => `${linesOf(lines)}: changes ${fields}`,
  },
  refusedRows: (n: number, line: number) => `${count(n, 'row', 'rows')}, first in line ${line}`,
  undoTitle: 'Undo',
  undoHint: (date: string) =>
    `You can undo this import until ${date}. Contacts that it added are deleted, and contacts that it changed get their earlier values. Later changes are kept.`,
  undoAsk: 'Undo this import?',
  undoFinal: 'After that, only importing the files again brings the data back.',
  undo: 'Undo this import',
  undoStates: {
    waiting: 'Waiting',
    running: 'Undoing…',
    completed: 'Import undone',
    failed: 'Stopped',
  },
  undone: 'Undone',
  removed: 'Deleted',
  restored: 'Restored',
  kept: 'Kept',
  gone: 'Deleted earlier',
  keptHint: 'Contacts that were changed after the import were kept.',
};

/** The statuses that a file gives for its contacts. */
export const importStatuses = {
  title: 'Subscription status',
  by: {
    column: (name: string) => `Taken from the column ${name}.`,
    heading: (name: string) => `The column ${name} gives one status for all rows.`,
    file_name: (name: string) => `Taken from the file name: ${name}.`,
    input: (name: string) =>
      name === '' ? 'One status was chosen for all rows.' : `The column ${name} was chosen.`,
  },
  names: {
    mailable: 'Subscribed',
    opted_out: 'Unsubscribed',
    bounced: 'Bounced',
    complained: 'Reported as spam',
    unconfirmed: 'Not confirmed',
    left_out: 'Not imported',
  },
  unknown:
    'These statuses are unknown. Contacts with them are imported as not confirmed and get no campaigns.',
  decide:
    'These statuses are unknown. Choose what each means. Otherwise contacts with them get no campaigns.',
  undecided: 'Not chosen: gets no campaigns',
  blank: '(blank)',
  statusOf: (word: string) => `Meaning of ${word}`,
  rows: (shown: string, n: number) => `${shown} ${plural(n, 'row', 'rows')}`,
  optOutsKept: (n: number) =>
    `${count(n, 'address stays', 'addresses stay')} unsubscribed or on the suppression list, as in the file.`,
};

/** Columns of a file without a field. */
export const importFields = {
  title: 'New fields',
  hint: 'These columns have no field yet. Tick those that you want to import.',
  make: (column: string) => `Import ${column} as a new field`,
  name: (column: string) => `Field name for ${column}`,
  nameless: 'Give the field a name with letters or digits.',
  type: (column: string) => `Type of ${column}`,
};

const addresses = (n: number): string => count(n, 'address', 'addresses');

/** Doubtful addresses of a file. */
export const importHygiene = {
  title: 'Doubtful addresses',
  hint: 'They are imported unless you tick them.',
  kinds: {
    typo: (n: number) => `${addresses(n)} with a likely typing error`,
    role: (n: number) => `${addresses(n)} of a role, such as abuse@ or noreply@`,
    disposable: (n: number) => `${addresses(n)} at a disposable domain`,
    no_mail_domain: (n: number) => `${addresses(n)} at a domain that takes no email`,
    undeliverable: (n: number) => `${addresses(n)} to which your emails bounced permanently`,
  },
  leaveOut: (found: string) => `Don’t import ${found}`,
  wereLeftOut: (found: string) => `${found}: not imported`,
  meant: (domain: string) => `Did you mean ${domain}?`,
};
