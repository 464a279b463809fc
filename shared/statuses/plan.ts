import { isContactField } from '../contact-field-names.ts';
import { isJsonHeading, shownName } from '../csv-columns.ts';
import { topTexts } from '../json-cells.ts';
import { createDecider, type Decisions } from './decisions.ts';
import { statusOfFileName } from './file-names.ts';
import {
  columnsBeside,
  fileHeadingOf,
  groupsColumn,
  headingOf,
  isOfNewsletter,
  readHeading,
  type StatusHeading,
  WORDS_ALONE,
} from './headings.ts';
import { type ContactStatus, strictest } from './statuses.ts';
import { isReplyCode, isStatusWord } from './words.ts';

/** A column with statuses. */
export interface StatusColumn extends StatusHeading {
  readonly at: number;
  /** The key of JSON objects in the column whose texts count; absent: its cells count. */
  readonly key?: string;
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
    return column ? { by: { by, name: shownPlace(header, column) }, ...plan } : null;
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
  ...(headingOf(header[at]!) ?? WORDS_ALONE),
});

const shownPlace = (header: readonly string[], { at, key }: StatusColumn): string =>
  shownName(key === undefined ? header[at]! : `${header[at]!.trim()}: ${key}`);

/** A column of the file, or the texts of a key in its JSON objects. */
interface Source {
  readonly name: string;
  readonly at: number;
  readonly key?: string;
  readonly cells: readonly string[];
}

/** Columns with a status heading, or whose cells are all status words. */
function columnsOf({ header, columns, rows }: RecognisedFile): StatusColumn[] {
  const groups = groupsColumn(header);
  const sources = header.flatMap((name, at): Source[] => {
    const field = columns[at] ?? null;
    if (at === groups || field === 'email' || field === 'alt_email') return [];
    const cells = rows.map((one) => one[at] ?? '');
    const objects = isJsonHeading(name) ? cells.map(topTexts).filter((one) => one !== null) : [];
    return objects.length > 0 ? sourcesInJson(at, objects) : [{ name, at, cells }];
  });
  const isOneOfSeveral = sources.filter(({ name }) => isOfNewsletter(name)).length > 1;
  const found = sources.flatMap(({ name, at, key, cells }): StatusColumn[] => {
    const place = { at, ...(key !== undefined && { key }) };
    const heading = readHeading(name, cells, isOneOfSeveral);
    if (heading === 'other') return [];
    if (heading) return [{ ...place, ...heading }];
    const field = columns[at] ?? null;
    const isOfWords =
      // Names and places are no statuses.
      !(field !== null && isContactField(field)) && cells.length > 0 && cells.every(isStatusWord);
    // An object without such a key says nothing; a blank cell in a column of words is no word.
    const blank = key === undefined ? null : 'mailable';
    return isOfWords ? [{ ...place, ...WORDS_ALONE, blank }] : [];
  });
  const kept = new Set(
    found
      .filter(({ key }) => key !== undefined)
      .toSorted((one, other) => Number(isRefusal(other)) - Number(isRefusal(one)))
      .slice(0, KEYED_MOST),
  );
  return found.filter((one) => one.key === undefined || kept.has(one));
}

/** Most keys with statuses in a file, refusals first: each is read in every row. */
const KEYED_MOST = 10;
const isRefusal = ({ yes }: StatusColumn): boolean => yes !== null && yes !== 'mailable';

/** Most keys of the objects of a column, and their length: that of headings. */
const [KEYS_MOST, KEY_MAX] = [1000, 255];

function sourcesInJson(at: number, objects: readonly ReadonlyMap<string, string>[]): Source[] {
  const texts = new Map<string, string[]>();
  for (const object of objects)
    for (const [key, text] of object) {
      const kept = texts.get(key);
      if (kept) kept.push(text);
      else if (texts.size < KEYS_MOST && key.length <= KEY_MAX) texts.set(key, [text]);
    }
  return [...texts].map(([key, cells]) => ({ name: key, at, key, cells }));
}
