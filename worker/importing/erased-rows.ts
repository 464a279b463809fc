/** The refusal of a row whose person was erased while the file waited. The report shows nothing else of the row. */
export const ERASED_ROW = 'The person of this row was erased.';

const WORD = 'erased';

/** The replacement of an erased address in a file: it has the same length, so the file keeps its offsets. */
export const erasedCell = (length: number): string => WORD.slice(0, length).padEnd(length, '#');

/** Whether a text, such as a row that could not be divided into cells, contains the replacement of an erased address. */
export const hasErased = (text: string): boolean => text.includes(`${WORD}#`);

export const isErasedCell = (cell: string): boolean => /(?:^|<)erased?#*>?$/.test(cell);
