import { isContactField } from '../contact-field-names.ts';
import { shownName } from '../csv-columns.ts';
import { createDecider, type Decisions } from './decisions.ts';
import { statusOfFileName } from './file-names.ts';
import { foldedWords } from './folded-words.ts';
import {
  columnsBeside,
  fileHeadingOf,
  groupsColumn,
  headingOf,
  isOfOther,
  type StatusHeading,
  WORDS_ALONE,
  yesOrNoHeadingOf,
} from './headings.ts';
import { type ContactStatus, strictest } from './statuses.ts';
import { isNo, isReplyCode, isStatusWord, isYes } from './words.ts';

/** A column with statuses. */
export interface StatusColumn extends StatusHeading {
  readonly at: number;
}

export const SAID_BY = ['column', 'heading', 'file_name', 'input'] as const;

/** The source of a file's statuses: a column or heading, words of the file's name, or the caller. */
export interface StatusBasis {
  readonly by: (typeof SAID_BY)[number];
  /** Null: the caller gave one status for all rows. */
  readonly name: string | null;
}

/** How the statuses of a file's rows are found. Made once for a file, and stored with its import. */
export interface StatusPlan {
  readonly by: StatusBasis;
  readonly columns: readonly StatusColumn[];
  /** The status of all rows by heading, file name or caller; null: none. */
  readonly all: ContactStatus | null;
  /** The columns with the date of `all` and with a server's reply; -1: none. */
  readonly date: number;
  readonly reason: number;
  /** The column with the groups that people left; absent: none. */
  readonly groups?: number;
  readonly decisions: Decisions;
  /** The unsubscribe group of opt-outs; null: all mails. */
  readonly group: number | null;
}

export interface RecognisedFile {
  readonly fileName: string;
  readonly header: readonly string[];
  /** Cells of the first rows. */
  readonly rows: readonly (readonly string[])[];
  /** The field that each column fills. */
  readonly columns: readonly (string | null)[];
  /** The column that the caller names; null: none. */
  readonly column: number | null;
  readonly decisions: Decisions;
  readonly group: number | null;
}

/** Null: the file has no statuses, and its rows are mailable. */
export function planStatuses(given: RecognisedFile): StatusPlan | null {
  const { fileName, header, rows, decisions, group } = given;
  const decide = createDecider(decisions);
  const columns = given.column === null ? columnsOf(given) : [columnAt(header, given.column)];
  const heading = fileHeadingOf(header);
  const name = statusOfFileName(fileName);
  const said = [
    ...(heading ? [decide(heading.name) ?? heading.status] : []),
    ...(name ? [decide(name.word) ?? name.status] : []),
  ];
  const { created, reason, statusAt } = columnsBeside(header);
  const groups = groupsColumn(header);
  const plan = {
    columns,
    all: strictest(said),
    date: heading?.date ?? (name && statusAt === -1 ? created : statusAt),
    reason,
    ...(groups !== -1 && { groups }),
    decisions,
    group,
  };
  const ofColumn = (column: StatusColumn | undefined): StatusPlan | null => {
    const by = given.column === null ? 'column' : 'input';
    return column ? { by: { by, name: shownName(header[column.at]!) }, ...plan } : null;
  };
  const saysWords = ({ at }: StatusColumn): boolean =>
    !rows.length || rows.some((cells) => !isReplyCode((cells[at] ?? '').trim()));
  const byWords = ofColumn(columns.find(saysWords));
  if (byWords) return byWords;
  if (heading) return { by: { by: 'heading', name: shownName(heading.name) }, ...plan };
  if (name) return { by: { by: 'file_name', name: name.word }, ...plan };
  const [codes] = columns;
  if (codes) return ofColumn(codes);
  // No status in the file: each row gets the caller's status for unnamed words.
  const all = decide('');
  return all === null ? null : { by: { by: 'input', name: null }, ...plan, all };
}

const columnAt = (header: readonly string[], at: number): StatusColumn => ({
  at,
  ...(headingOf(header[at]!) ?? yesOrNoHeadingOf(header[at]!) ?? WORDS_ALONE),
});

function isYesOrNo(cell: string): boolean {
  const folded = foldedWords(cell);
  return folded === '' ? cell.trim() === '' : isYes(folded) || isNo(folded) || isStatusWord(cell);
}

/** Columns with a status heading, or whose cells are all status words. */
function columnsOf({ header, columns, rows }: RecognisedFile): StatusColumn[] {
  const groups = groupsColumn(header);
  return header.flatMap((name, at): StatusColumn[] => {
    if (at === groups) return [];
    const field = columns[at] ?? null;
    if (field === 'email' || field === 'alt_email') return [];
    const cells = rows.map((one) => one[at] ?? '');
    const isAnswered = cells.some((cell) => cell.trim() !== '') && cells.every(isYesOrNo);
    const heading = headingOf(name) ?? (isAnswered ? yesOrNoHeadingOf(name) : null);
    if (heading) return [{ at, ...heading }];
    const isOfWords =
      // Names and places are no statuses.
      !(field !== null && isContactField(field)) &&
      rows.length > 0 &&
      !isOfOther(name) &&
      cells.every(isStatusWord);
    return isOfWords ? [{ at, ...WORDS_ALONE }] : [];
  });
}
