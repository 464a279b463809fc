/** Why a row was not imported whose person was erased while the file waited. The report has nothing else of it. */
export const ERASED_ROW = 'The person of this row was erased.';

const WORD = 'erased';

/** What stands in a file where an erased address was, of so many characters: the file keeps its length. */
export const erasedCell = (length: number): string => WORD.slice(0, length).padEnd(length, '#');

/** Whether a text, such as a row that could not be divided into cells, had an erased address in it. */
export const hasErased = (text: string): boolean => text.includes(`${WORD}#`);

/** Whether a cell had an erased address, and nothing else. */
export const isErasedCell = (cell: string): boolean => /^erased?#*$/.test(cell);
