import { isBlankJson, topTexts } from '../../../shared/json-cells.ts';
import { isDate } from '../../../shared/statuses/answers.ts';
import { createDecider } from '../../../shared/statuses/decisions.ts';
import { foldedWords } from '../../../shared/statuses/folded-words.ts';
import type { StatusColumn, StatusPlan } from '../../../shared/statuses/plan.ts';
import { type ContactStatus, STATUSES } from '../../../shared/statuses/statuses.ts';
import { isNo, isReplyCode, isYes, statusOfWords } from '../../../shared/statuses/words.ts';
import { unguarded } from '../csv-cells.ts';
import type { DateOrder } from '../written-values.ts';
import { groupNamesIn } from './groups.ts';
import { momentOf } from './moments.ts';

export interface RowStatus {
  readonly status: ContactStatus;
  /** The unknown word that makes the row unconfirmed; blank for a blank cell. Null: the status is known. */
  readonly unknown: string | null;
  readonly at: Date | null;
  readonly reply: string | null;
  /** The names of groups that the person left; absent: none. */
  readonly groups?: readonly string[];
}

interface CellStatus {
  /** Null: none, since the cell is a code. */
  readonly status: ContactStatus | null;
  readonly unknown: string | null;
  readonly at: Date | null;
}

/** What MySQL writes for no date. */
const NO_DATE = /^0000-00-00(?:[T ]00:00:00)?$/;

const WORD_MAX = 100;
const REPLY_MAX = 500;
/** Cached cells of a column: a real status column has few. */
const REMEMBERED = 2000;

const rank = new Map(STATUSES.map((status, at) => [status, at]));
const isStricter = (one: ContactStatus, other: ContactStatus): boolean => rank.get(one)! < rank.get(other)!;

/** Shared objects for the rows of most files. */
const PLAIN = new Map(
  STATUSES.map((status): [ContactStatus, RowStatus] => [
    status,
    Object.freeze({ status, unknown: null, at: null, reply: null }),
  ]),
);

/** Makes the function that finds the status of a row. `now`: no moment of a file is later. `orders`: of dates, by column. */
export function createStatusReader(
  plan: StatusPlan,
  now: Date,
  orders: Readonly<Record<number, DateOrder>> = {},
): (cells: readonly string[]) => RowStatus {
  const readMoment = (cell: string, at: number): Date | null => momentOf(cell, now, orders[at] ?? null);
  const { all, date, reason, groups = -1 } = plan;
  const decide = createDecider(plan.decisions);
  const readers = plan.columns.map((column) =>
    rememberedCells((cell) => saidBy(column, cell, decide, readMoment)),
  );
  const positions = plan.columns.map(({ at }) => at);
  const keys = plan.columns.map(({ key }) => key);
  const textOf = createTextReader();

  function strictestOf(cells: readonly string[]): CellStatus {
    let holds: CellStatus = { status: all, unknown: null, at: null };
    let code: CellStatus | null = null;
    for (let index = 0; index < readers.length; index++) {
      let cell = cellAt(cells, positions[index]!);
      const key = keys[index];
      if (key !== undefined) cell = textOf(cell, key);
      const said = readers[index]!(cell);
      if (said.status === null) code = { status: 'unconfirmed', unknown: shownWord(cell), at: null };
      else if (holds.status === null || isStricter(said.status, holds.status)) holds = said;
    }
    // A code has no effect when a word, a heading or the file's name decides.
    return holds.status === null && code !== null ? code : holds;
  }

  return (cells) => {
    const { status, unknown, at } = strictestOf(cells);
    const found = status ?? 'mailable';
    const left = groups === -1 || found === 'left_out' ? '' : cellAt(cells, groups);
    if ((found === 'mailable' && left === '') || found === 'left_out') return PLAIN.get(found)!;
    const reply = found === 'bounced' && reason !== -1 ? cellAt(cells, reason).slice(0, REPLY_MAX) : '';
    const since = at ?? (date === -1 ? null : readMoment(cellAt(cells, date), date));
    if (unknown === null && since === null && reply === '' && left === '') return PLAIN.get(found)!;
    const said = { status: found, unknown, at: since, reply: reply || null };
    return left === '' ? said : { ...said, groups: groupNamesIn(left) };
  };
}

const cellAt = (cells: readonly string[], at: number): string => unguarded(cells[at]?.trim() ?? '');

/** The text of a key in a JSON object, blank without the key; the cell if it is no object. Parses a cell once for its keys. */
function createTextReader(): (cell: string, key: string) => string {
  let [known, texts] = ['', null as ReadonlyMap<string, string> | null];
  return (cell, key) => {
    if (isBlankJson(cell)) return '';
    if (cell !== known) [known, texts] = [cell, topTexts(cell)];
    return texts === null ? cell : (texts.get(key)?.trim() ?? '');
  };
}

/** For people. Copied: a slice would keep the whole text of its batch in memory. */
const shownWord = (cell: string): string => Buffer.from(cell.slice(0, WORD_MAX)).toString();

function saidBy(
  { at, yes, no, blank }: StatusColumn,
  cell: string,
  decide: (word: string) => ContactStatus | null,
  readMoment: (cell: string, at: number) => Date | null,
): CellStatus {
  const plain = (status: ContactStatus): CellStatus => ({ status, unknown: null, at: null });
  const decided = decide(cell);
  if (decided !== null) return plain(decided);
  if ((cell === '' || NO_DATE.test(cell)) && blank !== null) return plain(blank);
  const folded = foldedWords(cell);
  if (yes !== null && isYes(folded)) return plain(yes);
  if (no !== null && isNo(folded)) return plain(no);
  // A refusal also counts when its day cannot be told.
  if (yes !== null && yes !== 'mailable' && isDate(cell)) return { ...plain(yes), at: readMoment(cell, at) };
  const status = statusOfWords(folded);
  if (status !== null) return plain(status);
  if (isReplyCode(cell)) return { status: null, unknown: null, at: null };
  return { status: 'unconfirmed', unknown: shownWord(cell), at: null };
}

function rememberedCells(read: (cell: string) => CellStatus): (cell: string) => CellStatus {
  const known = new Map<string, CellStatus>();
  return (cell) => {
    const kept = known.get(cell);
    if (kept !== undefined) return kept;
    const said = read(cell);
    if (known.size < REMEMBERED && cell.length <= WORD_MAX) known.set(Buffer.from(cell).toString(), said);
    return said;
  };
}
