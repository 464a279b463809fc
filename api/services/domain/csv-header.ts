import { parseAddress } from '../../../common/domain/addresses.ts';
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

/** Why a file has no header that can be used. `names`: the cells of its first record by the likeliest delimiter. */
export interface NoHeader {
  readonly problem: HeaderProblem;
  readonly delimiter: CsvForm['delimiter'];
  readonly names: readonly string[];
  /** The name of the column whose cells are addresses; null: none. */
  readonly addresses: string | null;
}

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
): CsvHeader | NoHeader {
  const newline = newlineOf(text);
  const named = SEP.exec(text)?.[1];
  const delimiters = DELIMITERS.filter((one) => one === named);
  const found: CsvHeader[] = [];
  const problems: { problem: HeaderProblem; cells: number; form: CsvForm }[] = [];
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
    else if (header !== 'no_email') problems.push({ problem: header, cells: cellsOf(text, form), form });
    else if (!whole && text.length > limits.record && !text.slice(0, limits.record).includes(newline))
      problems.push({ problem: 'too_long', cells: cellsOf(text, form), form });
    else problems.push({ problem: 'no_email', cells: cellsOf(text, form), form });
  }
  const [best] = found.sort((one, other) => other.names.length - one.names.length);
  if (best) return best;
  // Of the likeliest delimiter: with the others a sound header may have stray quotes.
  const [likely] = problems.sort((one, other) => other.cells - one.cells);
  const { problem, form } = likely!;
  return { problem, delimiter: form.delimiter, ...firstRecords(text, whole, form, limits, bytesOf) };
}

/** Records in which addresses are searched. */
const LOOKED_AT = 20;

function firstRecords(
  text: string,
  whole: boolean,
  form: CsvForm,
  limits: CsvLimits,
  bytesOf: (text: string) => number,
): Pick<NoHeader, 'names' | 'addresses'> {
  const splitter = new RecordSplitter(form, limits, bytesOf);
  splitter.push(text);
  if (whole) splitter.end();
  const records: string[][] = [];
  for (let record = splitter.next(); record && records.length < LOOKED_AT; record = splitter.next()) {
    const cells = record.fault === null && readCells([printableText(record.text)], form)[0];
    if (cells) records.push(cells);
  }
  const [names = [], ...rows] = records;
  const at = names.findIndex((_, index) => rows.some((cells) => parseAddress(cells[index] ?? '') !== null));
  return { names, addresses: at === -1 ? null : names[at]! };
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
