import papaparse from 'papaparse';
import { hasEmailColumn, importableColumns, mapColumns } from '../../../shared/csv-columns.ts';
import {
  byteOrderMark,
  type CsvEncoding,
  encodingOfContents,
  type FoundEncoding,
  statedEncoding,
  type Utf8Check,
} from '../../../shared/csv-encoding.ts';
import { guessColumns } from '../../../shared/guess-columns.ts';
import type { Detector } from '../../../shared/guess-encoding.ts';
import { openFile, type Table } from './archives.ts';

/** Bytes that are read for a look at a table, whatever its size: enough for a header and some rows. */
const LOOK_BYTES = 64 * 1024;

/** Rows whose cells are shown, and characters of a cell. */
const SAMPLES = 3;
const CELL_MAX = 60;

export interface CsvColumn {
  readonly name: string;
  readonly field: string | null;
  /** The field was found by the cells of the column. */
  readonly isGuessed: boolean;
  /** It has a name, and no earlier column has the same one. */
  readonly isNamed: boolean;
  readonly samples: readonly string[];
}

export type FileFault = 'notTable' | 'unreadable';

/** The header of a table and its first rows. */
export interface Look {
  readonly name: string;
  /** Null for a workbook. */
  readonly encoding: FoundEncoding | null;
  readonly columns: readonly CsvColumn[];
  /** By their line in the file. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

export interface LookedFile {
  /** At least one; an archive may have several. */
  readonly tables: readonly Look[];
  /** The sheets of a workbook. */
  readonly sheets: readonly string[];
}

/** As the service searches the header. */
const HEADER_RECORDS = 10;
const isHeader = (cells: readonly string[], line: number): boolean =>
  (line === 0 || cells.length > 1) && hasEmailColumn(cells);

function createUtf8Check(): Utf8Check {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (decode: () => string): boolean => {
    try {
      decode();
      return true;
    } catch {
      return false;
    }
  };
  return {
    push: (chunk) => isText(() => decoder.decode(chunk, { stream: true })),
    end: () => isText(() => decoder.decode()),
  };
}

/** Large, so it is loaded for files that are not UTF-8. */
const detect: Detector = async (sample) => (await import('jschardet')).detectAll(sample);

async function headOf({ chunks }: Table): Promise<Uint8Array> {
  const head = new Uint8Array(LOOK_BYTES);
  let bytes = 0;
  for await (const chunk of chunks()) {
    const part = chunk.subarray(0, LOOK_BYTES - bytes);
    head.set(part, bytes);
    bytes += part.length;
    if (bytes === LOOK_BYTES) break;
  }
  return head.subarray(0, bytes);
}

async function readTable(
  table: Table,
  given?: CsvEncoding,
): Promise<{ found: FoundEncoding; rows: readonly (readonly string[])[] }> {
  const head = await headOf(table);
  const found =
    statedEncoding(head, given) ??
    (await encodingOfContents(() => table.chunks(), createUtf8Check(), detect));
  const bytes = head.subarray(byteOrderMark(head)?.bytes ?? 0);
  // `stream`: the last character may be cut.
  const text = new TextDecoder(found.encoding).decode(bytes, { stream: true });
  const { delimiter } = papaparse.parse<string[]>(text, {
    preview: SAMPLES + HEADER_RECORDS,
    skipEmptyLines: true,
    delimitersToGuess: [',', ';', '\t', '|'],
  }).meta;
  // With blank lines, which count as lines.
  const { data } = papaparse.parse<string[]>(text, { delimiter });
  // The last row may be cut.
  return { found, rows: head.length < LOOK_BYTES ? data : data.slice(0, -1) };
}

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

interface FieldsToFind {
  readonly fields: readonly string[];
  /** The type of each custom field. Absent: fields are found by headings alone. */
  readonly types?: Readonly<Record<string, string>> | undefined;
}

function lookOf(
  name: string,
  encoding: FoundEncoding | null,
  data: readonly (readonly string[])[],
  { fields, types }: FieldsToFind,
): Look {
  const lines = new Map<number, readonly string[]>();
  let line = 1;
  for (const cells of data) {
    if (!isBlank(cells)) lines.set(line, cells);
    line += 1 + newlinesIn(cells);
  }
  const [...found] = lines;
  const at = found.findIndex(([, cells], index) => index < HEADER_RECORDS && isHeader(cells, index));
  const [[, header] = [0, []], ...rows] = found.slice(Math.max(0, at));
  const fieldsFound = mapColumns(header, fields).columns;
  const guessed =
    types &&
    guessColumns({ header, columns: fieldsFound, rows: rows.map(([, cells]) => cells), fields, types });
  const importable = importableColumns(header);
  const columns = header.map((heading, index) => ({
    name: heading.trim(),
    isNamed: importable[index]!,
    field: fieldsFound[index] ?? guessed?.[index] ?? null,
    isGuessed: typeof guessed?.[index] === 'string',
    samples: rows
      .slice(0, SAMPLES)
      .map(([, cells]) => (cells[index] ?? '').trim().slice(0, CELL_MAX))
      .filter((cell) => cell !== ''),
  }));
  return { name, encoding, columns, rows: new Map(rows) };
}

/** A sheet's first rows, as texts. */
export interface BookSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

export interface HowToRead {
  readonly encoding?: CsvEncoding | undefined;
  /** Of a workbook; without it, the first. */
  readonly sheet?: string | undefined;
  /** The type of each custom field, for guesses by cells. */
  readonly types?: Readonly<Record<string, string>>;
  /** Null: the workbook cannot be read. */
  readonly readWorkbook?: (file: File) => Promise<readonly BookSheet[] | null>;
}

/** Columns with cells of the first rows, and the fields that match their names, else their cells. */
export async function lookInto(
  file: File,
  fields: readonly string[],
  { encoding, sheet, types = {}, readWorkbook }: HowToRead = {},
): Promise<LookedFile | FileFault> {
  if (!/\.(?:csv|tsv|txt|gz|zip|xlsx)$/i.test(file.name)) return 'notTable';
  try {
    const tables = await openFile(file);
    if (tables === 'workbook') {
      const sheets = (await readWorkbook?.(file)) ?? null;
      const shown = sheets?.find(({ name }) => name === sheet) ?? sheets?.[0];
      return sheets && shown
        ? {
            tables: [lookOf(file.name, null, shown.rows, { fields, types })],
            sheets: sheets.map(({ name }) => name),
          }
        : 'unreadable';
    }
    if (tables.length === 0) return 'notTable';
    const looks: Look[] = [];
    for (const table of tables) {
      const { found, rows } = await readTable(table, encoding);
      // The service finds the columns of an archive's tables, by their names.
      looks.push(lookOf(table.name, found, rows, { fields, ...(tables.length === 1 && { types }) }));
    }
    return { tables: looks, sheets: [] };
  } catch {
    return 'unreadable';
  }
}
