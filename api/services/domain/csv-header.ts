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

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads the header at the start of a text. Of comma, semicolon and tab, the delimiter is the one that gives a column for addresses and most
 * columns. `whole`: the text is the whole file. `emailColumn`: the chosen column for addresses, otherwise `email`.
 */
export function readHeader(
  text: string,
  whole: boolean,
  limits: CsvLimits,
  bytesOf: (text: string) => number,
  emailColumn?: string,
): CsvHeader | { readonly problem: HeaderProblem } {
  const newline = newlineOf(text);
  const found: CsvHeader[] = [];
  const problems = new Set<HeaderProblem>();
  for (const delimiter of DELIMITERS) {
    const splitter = new RecordSplitter({ delimiter, newline }, limits, bytesOf);
    splitter.push(text);
    if (whole) splitter.end();
    const record = splitter.next();
    if (record?.fault) problems.add(record.fault);
    if (!record && !whole && text.length > limits.record) problems.add('too_long');
    const names =
      record && record.fault === null
        ? readCells([printableText(record.text)], { delimiter, newline })[0]
        : null;
    if (names && hasEmailColumn(names, emailColumn))
      found.push({ delimiter, newline, names, firstRow: splitter.position() });
  }
  const [best] = found.sort((one, other) => other.names.length - one.names.length);
  if (best) return best;
  const worst = (['too_many_columns', 'too_long', 'unclosed', 'quotes'] as const).find((fault) =>
    problems.has(fault),
  );
  return { problem: worst ?? 'no_email' };
}

/** The first newline outside quotes. Old Macs and some exports end lines with a lone CR; a careless conversion leaves CR CR LF. */
function newlineOf(text: string): CsvForm['newline'] {
  let quoted = false;
  for (const [mark] of text.matchAll(/"|\n|\r+\n?/g)) {
    if (mark === '"') quoted = !quoted;
    else if (!quoted) return mark.endsWith('\n') ? '\n' : '\r';
  }
  return '\n';
}
