type CellValue = string | number | boolean | Date | null;

/** A row as the library reads it. */
export interface SheetRow {
  /** Counted from 0. Empty rows may be missing. */
  readonly index: number;
  readonly values: readonly CellValue[];
}

/** The sheet would be too large as a table. */
export class SheetTooLarge extends Error {}

/** Rows of a sheet in Excel. */
const MOST_ROWS = 1_048_576;
/** Rows that decide the width of the table, rows that are passed on together, and rows among which the header is. */
const [BATCH_ROWS, HEADER_ROWS] = [1000, 10];
/** Characters of an empty cell and of an empty row in a table. */
const [CELL_CHARACTERS, ROW_CHARACTERS] = [3, 2];

/**
 * The rows of a sheet as texts, some at a time. A row has no cells behind its last text, and an empty row has none. The first rows decide
 * the width, and the rows in which the header may be get cells up to it. Later cells beyond it have no heading, so they are cut. Throws
 * {@link SheetTooLarge} beyond `most` characters.
 */
export async function* sheetTable(
  rows: AsyncIterable<SheetRow>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly (readonly string[])[]> {
  let batch: string[][] = [];
  let width = 0;
  let [next, characters] = [0, 0];
  const count = (more: number): void => {
    characters += more;
    if (characters > most) throw new SheetTooLarge();
  };
  const take = (): readonly (readonly string[])[] => {
    const taken = batch;
    batch = [];
    if (width > 0) return taken.map((row) => row.slice(0, width));
    width = taken.reduce((widest, row) => Math.max(widest, row.length), 0);
    for (const row of taken.filter(({ length }) => length > 0).slice(0, HEADER_ROWS)) {
      count(CELL_CHARACTERS * (width - row.length));
      while (row.length < width) row.push('');
    }
    return taken;
  };
  for await (const { index, values } of rows) {
    if (!(index >= next && index < MOST_ROWS)) throw new Error('The rows of the sheet are in disorder.');
    const row = textsOf(values);
    if (row.length === 0) continue;
    count(ROW_CHARACTERS * (index - next + 1));
    count(row.reduce((sum, text) => sum + CELL_CHARACTERS + text.length, 0));
    for (; next < index; next += 1) batch.push([]);
    batch.push(row);
    next += 1;
    if (batch.length >= BATCH_ROWS) yield take();
  }
  if (batch.length > 0) yield take();
}

function textsOf(values: readonly CellValue[]): string[] {
  const texts = values.map(textOf);
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

/** The values of cells whose formula failed: they are no texts (ECMA-376, 18.18.11). */
const ERROR = /^#(?:N\/A|NAME\?|DIV\/0!|GETTING_DATA|[A-Z]+!)$/;

function textOf(value: CellValue): string {
  if (value instanceof Date) return dateText(value);
  const text = String(value ?? '').trim();
  return ERROR.test(text) ? '' : text;
}

/** A date without its time if that is midnight. Blank if there is no such date. A third of a day is no exact number, so it is rounded. */
function dateText(date: Date): string {
  const at = new Date(Math.round(date.getTime() / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', time] = at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).split('T');
  return time === '00:00:00' ? day : `${day}T${time}`;
}
