import papaparse from 'papaparse';
import type { CsvForm } from './csv-records.ts';

/**
 * The cells of records that were split before, each without its newline. Null for a record that the parser does not read
 * as one record. All records are parsed in one call, since a call costs as much as ten records.
 */
export function readCells(records: readonly string[], form: CsvForm): (string[] | null)[] {
  const cells = parse(records.join(form.newline), form);
  if (cells.length === records.length) return cells;
  // Our splitter and papaparse disagree somewhere. Parsing each record alone limits the problem to its record.
  return records.map((record) => {
    const [own, ...others] = parse(record, form);
    return own && others.length === 0 ? own : null;
  });
}

function parse(text: string, { delimiter, newline }: CsvForm): string[][] {
  // We add the newline at the end, and ignore the empty record after it. Without the newline papaparse takes blanks between
  // the last quote and the end as content.
  const { data } = papaparse.parse<string[]>(`${text}${newline}`, {
    delimiter,
    // The file's own newline: in a file whose lines end in CR, a cell may contain 150,000 LF, which would become as many records.
    newline,
    quoteChar: '"',
    header: false,
  });
  data.pop();
  return data;
}

// Spreadsheets run a cell as a formula when it begins with one of these (OWASP, "CSV Injection"), even after characters that
// they do not show: blanks, control characters and characters without width.
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** A cell as it was before {@link writeCsv} made a text of it: a file of ours can be imported again. */
export const unguarded = (cell: string): string =>
  cell.charCodeAt(0) === APOSTROPHE && FORMULA.test(cell.slice(1, GUARDED)) ? cell.slice(1) : cell;
const APOSTROPHE = 39;
/** Characters in which a formula begins, if it is one that a spreadsheet runs. */
const GUARDED = 1000;

/**
 * Rows as CSV with CRLF (RFC 4180). A leading apostrophe makes a text of each cell that a spreadsheet would run. All cells
 * are quoted: otherwise a program with semicolons or tabs as delimiters would find a formula inside `x;=1+1`.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const text = papaparse.unparse(rows as string[][], {
    newline: '\r\n',
    escapeFormulae: FORMULA,
    quotes: true,
  });
  return `${text}\r\n`;
}
