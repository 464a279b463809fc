const count = (n: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('en').format(n)} ${n === 1 ? one : many}`;

const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}`;

/** The steps of an import, and undoing it. */
export const importStepsEn = {
  first: 'Choose a file first. Nothing is imported before you have seen what would happen.',
  columnsOf: 'Columns of the file',
  fieldFor: (column: string) => `What ${column} becomes`,
  noName: 'Left out: another column has this name, or it has none. Rename it in the file to use it.',
  encoding: 'Encoding of the file',
  findEncoding: 'Find it automatically',
  readAs: (encoding: string) => `The file is read as ${encoding}`,
  readBy: {
    input: 'as chosen',
    mark: 'by the mark at its beginning',
    content: 'by its contents',
    guess: 'a guess',
  },
  guessed: 'Check the names with umlauts and accents. Choose another encoding if they are wrong.',
  trial: 'What would happen',
  trialHint: 'See it before you import. Nothing is changed by looking.',
  look: 'See what would happen',
  looking: 'Looking through the file …',
  wouldAdd: 'Would be added',
  wouldChange: 'Would be changed',
  wouldLeave: 'Already the same',
  wouldRefuse: 'Would be refused',
  beginning: (n: number) =>
    `This was found in the first ${count(n, 'row', 'rows')}. The import reads the whole file.`,
  example: {
    added: (lines: readonly number[], fields: string) => `${linesOf(lines)}: a new contact with ${fields}`,
    updated: (lines: readonly number[], fields: string) => `${linesOf(lines)}: another ${fields}`,
  },
  refusedRows: (n: number, line: number) => `${count(n, 'row', 'rows')}, first in line ${line}`,
  undoTitle: 'Undo',
  undoHint: (date: string) =>
    `Until ${date} you can take this import back. Contacts that it added are deleted, and what it changed gets its value of before. What was changed since stays as it is.`,
  undo: 'Undo this import',
  undoStates: {
    waiting: 'Waits for its turn',
    running: 'Being undone',
    completed: 'This import is undone',
    failed: 'Stopped',
  },
  undone: 'Undone',
  removed: 'Deleted',
  restored: 'As before',
  kept: 'Kept',
  gone: 'Deleted earlier',
  keptHint: 'Contacts that were changed after the import were kept.',
};

/** The statuses that a file says about its people. */
export const importStatusesEn = {
  title: 'Who may be mailed',
  by: {
    column: (name: string) => `The file says it in its column ${name}.`,
    heading: (name: string) => `The column ${name} says it for all rows of the file.`,
    file_name: (name: string) => `The name of the file says it: ${name}.`,
    input: (name: string) =>
      name === '' ? 'It was decided for all rows.' : `The column ${name} was chosen for it.`,
  },
  names: {
    mailable: 'May be mailed',
    opted_out: 'Unsubscribed',
    bounced: 'Bounced',
    complained: 'Reported as spam',
    unconfirmed: 'Not confirmed',
    left_out: 'Not imported',
  },
  lookFirst: 'This file says who may be mailed. See what would happen before you import it.',
  unknown: 'These words are not known. Their rows are not confirmed: they get no campaigns.',
  decide: 'These words are not known. Decide what they mean. Without a decision their rows get no campaigns.',
  undecided: 'Not decided: gets no campaigns',
  blank: '(blank)',
  statusOf: (word: string) => `What ${word} means`,
  rows: (shown: string, n: number) => `${shown} ${n === 1 ? 'row' : 'rows'}`,
  optOutsKept: (n: number) =>
    `${count(n, 'address stays', 'addresses stay')} unsubscribed or suppressed, as the file said.`,
};

/** Contacts as files to download. */
export const contactFilesEn = {
  all: 'Download all as CSV',
  found: 'Download these as CSV',
  short: 'Download',
  audience: (name: string) => `Download the contacts of ${name} as CSV`,
  segment: 'Download as CSV',
};
