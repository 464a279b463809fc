import papaparse from 'papaparse';
import type { CsvForm } from './csv-records.ts';

/**
 * The cells of records that were cut apart beforehand, each without a newline at its end; null for a record in which
 * the parser sees not one record. All go to papaparse in one text, since a call costs as much as ten records.
 */
export function readCells(records: readonly string[], form: CsvForm): (string[] | null)[] {
  const cells = parse(records.join(form.newline), form);
  if (cells.length === records.length) return cells;
  // The two grammars differ somewhere: whatever it is, it stays within its record.
  return records.map((record) => {
    const [own, ...others] = parse(record, form);
    return own && others.length === 0 ? own : null;
  });
}

function parse(text: string, { delimiter, newline }: CsvForm): string[][] {
  // The newline at the end, and the empty record behind it, are ours: without one, papaparse takes blanks between the
  // last quote and the end for content.
  const { data } = papaparse.parse<string[]>(`${text}${newline}`, {
    delimiter,
    // The file's own: where a CR ends lines, a cell may be 150,000 LF, which would be as many records.
    newline,
    quoteChar: '"',
    header: false,
  });
  data.pop();
  return data;
}

// What spreadsheets run as a formula when a cell begins with it (OWASP, "CSV Injection"), behind whatever they do not show:
// blanks, controls, and characters of no width.
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * Rows as CSV with CRLF (RFC 4180). Cells that a spreadsheet would run are made text by a leading apostrophe. All cells are
 * quoted: a program that takes semicolons or tabs for the delimiter would find a formula in the midst of `x;=1+1`.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const text = papaparse.unparse(rows as string[][], {
    newline: '\r\n',
    escapeFormulae: FORMULA,
    quotes: true,
  });
  return `${text}\r\n`;
}
