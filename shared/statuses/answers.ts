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

/** Also `0000-00-00`, and seconds and milliseconds. */
const DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})(?:[T ,].*)?$|^\d{9,13}$/;
const NUMBER = /^\d{1,6}$/;

export function answersIn(cells: readonly string[]): Answers {
  let [filled, answers, dates, isCount] = [0, 0, 0, false];
  for (const given of cells) {
    const cell = given.trim();
    if (cell === '') continue;
    filled += 1;
    const folded = foldedWords(cell);
    if (isYes(folded) || isNo(folded) || isStatusWord(cell)) answers += 1;
    else if (DATE.test(cell)) dates += 1;
    else if (NUMBER.test(cell) && Number(cell) > 1) isCount = true;
  }
  return { filled, answers, dates, isCount };
}

export const areAllAnswers = ({ filled, answers }: Answers): boolean => filled > 0 && answers === filled;

/** At least half of the cells. The others are unknown words, about which a person is asked. */
export const areAnswers = ({ filled, answers, dates }: Answers): boolean => 2 * (answers + dates) >= filled;

export const areDates = ({ filled, dates }: Answers): boolean => 2 * dates > filled;
