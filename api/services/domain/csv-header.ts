import { readCells } from '../../../common/domain/csv-cells.ts';
import {
  type CsvForm,
  type CsvLimits,
  type RecordFault,
  RecordSplitter,
} from '../../../common/domain/csv-records.ts';
import { printableText } from '../../../common/domain/csv-text.ts';
import { hasEmailColumn } from '../../../shared/csv-columns.ts';

export interface CsvHeader extends CsvForm {
  readonly names: readonly string[];
  /** The first row: bytes after the start of the text, and line. */
  readonly firstRow: { readonly bytes: number; readonly line: number };
}

export type HeaderProblem = 'no_email' | RecordFault;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Records among which the header is searched: exports may have a line `sep=;` or titles before it. */
const HEADER_RECORDS = 10;

/** Excel's first line, which names the delimiter. */
const SEP = /^\s*"?sep=(.)"?[\r\n]/;

/**
 * Reads the header at the start of a text. The delimiter is the one that gives a column for addresses and most columns. `whole`:
 * the text is the whole file. `emailColumn`: the chosen column for addresses, otherwise `email`.
 */
export function readHeader(
  text: string,
  whole: boolean,
  limits: CsvLimits,
  bytesOf: (text: string) => number,
  emailColumn?: string,
): CsvHeader | { readonly problem: HeaderProblem } {
  const newline = newlineOf(text);
  const named = SEP.exec(text)?.[1];
  const delimiters = DELIMITERS.filter((one) => one === named);
  const found: CsvHeader[] = [];
  const problems: { problem: HeaderProblem; cells: number }[] = [];
  for (const delimiter of delimiters.length > 0 ? delimiters : DELIMITERS) {
    const form = { delimiter, newline };
    const splitter = new RecordSplitter(form, limits, bytesOf);
    splitter.push(text);
    if (whole) splitter.end();
    const header = searchHeader(splitter, form, (names, at) =>
      // A cell alone below another line may be any text.
      at === 0 || names.length > 1 || named !== undefined ? hasEmailColumn(names, emailColumn) : false,
    );
    if (Array.isArray(header)) found.push({ ...form, names: header, firstRow: splitter.position() });
    else if (header !== 'no_email') problems.push({ problem: header, cells: cellsOf(text, form) });
    else if (!whole && text.length > limits.record && !text.slice(0, limits.record).includes(newline))
      problems.push({ problem: 'too_long', cells: cellsOf(text, form) });
    else problems.push({ problem: 'no_email', cells: cellsOf(text, form) });
  }
  const [best] = found.sort((one, other) => other.names.length - one.names.length);
  if (best) return best;
  // Of the likeliest delimiter: with the others a sound header may have stray quotes.
  const [likely] = problems.sort((one, other) => other.cells - one.cells);
  return { problem: likely?.problem ?? 'no_email' };
}

/** The names of the first record that is a header, or why there is none. */
function searchHeader(
  splitter: RecordSplitter,
  form: CsvForm,
  isHeader: (names: readonly string[], at: number) => boolean,
): string[] | HeaderProblem {
  let first: HeaderProblem | null = null;
  for (let at = 0; at < HEADER_RECORDS; at += 1) {
    const record = splitter.next();
    if (!record) break;
    if (record.fault !== null) {
      first ??= at === 0 ? record.fault : 'no_email';
      if (record.fault !== 'quotes') break;
      continue;
    }
    const names = readCells([printableText(record.text)], form)[0];
    if (names && isHeader(names, at)) return names;
  }
  return first ?? 'no_email';
}

/** Cells of the first line, by its delimiters alone. */
function cellsOf(text: string, { delimiter, newline }: CsvForm): number {
  const end = text.indexOf(newline);
  return text.slice(0, end === -1 ? undefined : end).split(delimiter, MOST_CELLS).length;
}
const MOST_CELLS = 1000;

/** The first newline outside quotes. Old Macs and some exports end lines with a lone CR; a careless conversion leaves CR CR LF. */
function newlineOf(text: string): CsvForm['newline'] {
  let quoted = false;
  for (const [mark] of text.matchAll(/"|\n|\r+\n?/g)) {
    if (mark === '"') quoted = !quoted;
    else if (!quoted) return mark.endsWith('\n') ? '\n' : '\r';
  }
  return '\n';
}
