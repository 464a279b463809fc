import { foldedWords } from './folded-words.ts';
import { isNo, isStatusWord, isYes } from './words.ts';

/** The cells of a column, counted by kind. */
export interface Answers {
  readonly filled: number;
  /** Yes, no, or a word for a status. */
  readonly answers: number;
  readonly dates: number;
  /** A number above 1 is a count. */
  readonly isCount: boolean;
}

/** Seconds and milliseconds, and what MySQL writes for no date. */
const OTHER_DATE = /^\d{9,10}$|^\d{12,13}$|^0000-00-00(?:[T ].*)?$/;
const MONTH =
  '(?:jan|feb|fev|fév|mar|mär|mae|mrz|apr|avr|mai|may|jun|juin|jul|juil|aug|aou|aoû|sep|oct|okt|nov|dec|déc|dez)[a-zéûä]{0,7}';
const DAY = '\\d{1,2}(?:st|nd|rd|th|er)?';
/** A day as people and programs write it, whichever of its numbers is the month. */
const WRITTEN_DATE = new RegExp(
  [
    '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}',
    '\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d\\d)',
    '(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])',
    `(?:\\p{L}{2,10}[.,]{0,2} )?(?:${DAY}[-./ ]{1,2}${MONTH}|${MONTH}[-./ ]{1,2}${DAY})[-./, ]{1,2}(?:\\d{4}|\\d\\d)`,
  ]
    .map((form) => `^(?=.*[1-9])${form}(?:[T ,].*)?$`)
    .join('|'),
  'iu',
);
const DATE_MAX = 100;
export const isDate = (cell: string): boolean =>
  WRITTEN_DATE.test(cell.slice(0, DATE_MAX)) || OTHER_DATE.test(cell);
const NUMBER = /^\d{1,6}$/;

export function answersIn(cells: readonly string[]): Answers {
  let [filled, answers, dates, isCount] = [0, 0, 0, false];
  for (const given of cells) {
    const cell = given.trim();
    if (cell === '') continue;
    filled += 1;
    const folded = foldedWords(cell);
    if (isYes(folded) || isNo(folded) || isStatusWord(cell)) answers += 1;
    else if (isDate(cell)) dates += 1;
    else if (NUMBER.test(cell) && Number(cell) > 1) isCount = true;
  }
  return { filled, answers, dates, isCount };
}

export const areAllAnswers = ({ filled, answers }: Answers): boolean => filled > 0 && answers === filled;

/** At least half of the cells. The others are unknown words, about which a person is asked. */
export const areAnswers = ({ filled, answers, dates }: Answers): boolean => 2 * (answers + dates) >= filled;

export const areDates = ({ filled, dates }: Answers): boolean => 2 * dates > filled;
