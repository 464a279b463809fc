import papaparse from 'papaparse';
import type { CsvForm } from './csv-records.ts';

/** Null for a record that the parser does not read as one. All are parsed in one call, which costs as much as ten records. */
export function readCells(records: readonly string[], form: CsvForm): (string[] | null)[] {
  const cells = parse(records.join(form.newline), form);
  if (cells.length === records.length) return cells;
  // Our splitter and papaparse disagree. Parsing each record alone limits the problem to its record.
  return records.map((record) => {
    const [own, ...others] = parse(record, form);
    return own && others.length === 0 ? own : null;
  });
}

function parse(text: string, { delimiter, newline }: CsvForm): string[][] {
  // The added newline makes an empty last record, which is dropped. Without it papaparse takes blanks after the last quote as content.
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

// Spreadsheets run a cell as a formula when it begins with one of these (OWASP, "CSV Injection"), even after invisible characters: blanks,
// control characters and characters without width.
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** Reverts the guard of {@link writeCsv}: an exported file can be imported again. */
export const unguarded = (cell: string): string =>
  cell.charCodeAt(0) === APOSTROPHE && FORMULA.test(cell.slice(1, GUARDED)) ? cell.slice(1) : cell;
const APOSTROPHE = 39;
/** A spreadsheet only runs a formula that begins within this many characters. */
const GUARDED = 1000;

/**
 * Rows as CSV with CRLF (RFC 4180). A leading apostrophe makes a text of each cell that a spreadsheet would run. All cells are quoted:
 * otherwise a program with semicolons or tabs as delimiters would find a formula inside `x;=1+1`.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const text = papaparse.unparse(rows as string[][], {
    newline: '\r\n',
    escapeFormulae: FORMULA,
    quotes: true,
  });
  return `${text}\r\n`;
}
